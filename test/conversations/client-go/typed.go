package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	authv1 "k8s.io/api/authentication/v1"
	authzv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	corev1apply "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/retry"
)

const selector = "app=paper"

func configMap(name string, data map[string]string) *corev1.ConfigMap {
	labels := map[string]string{"app": "paper"}
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}, Data: data}
}

func pod() corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{"app": "press"}},
		Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "main", Image: "press:1"}}},
	}
}

func deployment() *appsv1.Deployment {
	one := int32(1)
	return &appsv1.Deployment{
		ObjectMeta: metav1.ObjectMeta{Name: "press"},
		Spec: appsv1.DeploymentSpec{
			Replicas: &one,
			// Paused: no controller meddles.
			Paused:   true,
			Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "press"}},
			Template: pod(),
		},
	}
}

// beginning makes the namespace and waits until its controllers are through with it.
func beginning(s *speaker) {
	client := kubernetes.NewForConfigOrDie(s.config)
	s.turn("version", func(context.Context) (any, error) {
		found, err := client.Discovery().ServerVersion()
		if err != nil {
			return nil, err
		}
		return found.GitVersion, nil
	})
	s.turn("resources of apps", func(context.Context) (any, error) {
		return client.Discovery().ServerResourcesForGroupVersion("apps/v1")
	})
	s.turn("resources of no group", func(context.Context) (any, error) {
		return client.Discovery().ServerResourcesForGroupVersion("nothing/v1")
	})
	s.turn("create of a namespace", func(ctx context.Context) (any, error) {
		body := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: s.namespace}}
		return client.CoreV1().Namespaces().Create(ctx, body, metav1.CreateOptions{})
	})
	s.turn("its service account", func(ctx context.Context) (any, error) {
		return eventually(ctx, func() (*corev1.ServiceAccount, error) {
			return client.CoreV1().ServiceAccounts(s.namespace).Get(ctx, "default", metav1.GetOptions{})
		}, func(*corev1.ServiceAccount) bool { return true })
	})
}

// typed speaks with the generated clients.
func typed(s *speaker) {
	client := kubernetes.NewForConfigOrDie(s.config)
	configMaps(s, client)
	collections(s, client)
	workloads(s, client)
	access(s, client)
}

func configMaps(s *speaker, client kubernetes.Interface) {
	maps := client.CoreV1().ConfigMaps(s.namespace)
	create := func(body *corev1.ConfigMap, options metav1.CreateOptions) func(context.Context) (any, error) {
		return func(ctx context.Context) (any, error) { return maps.Create(ctx, body, options) }
	}
	patch := func(kind types.PatchType, text string, options metav1.PatchOptions) func(context.Context) (any, error) {
		return func(ctx context.Context) (any, error) {
			return maps.Patch(ctx, "news", kind, []byte(text), options)
		}
	}
	apply := func(manager string, force bool, data map[string]string) func(context.Context) (any, error) {
		return func(ctx context.Context) (any, error) {
			wanted := corev1apply.ConfigMap("news", s.namespace).WithData(data)
			return maps.Apply(ctx, wanted, metav1.ApplyOptions{FieldManager: manager, Force: force})
		}
	}
	s.turn("get of nothing", func(ctx context.Context) (any, error) {
		return maps.Get(ctx, "nobody", metav1.GetOptions{})
	})
	s.turn("dry create", create(configMap("news", nil), metav1.CreateOptions{DryRun: []string{"All"}}))
	s.turn("create", create(configMap("news", map[string]string{"a": "1"}), metav1.CreateOptions{}))
	s.turn("create again", create(configMap("news", nil), metav1.CreateOptions{}))
	s.turn("create with a bad name", create(configMap("News", nil), metav1.CreateOptions{}))
	s.turn("create with a bad key", create(configMap("bad", map[string]string{"a b": ""}), metav1.CreateOptions{}))
	s.turn("get", func(ctx context.Context) (any, error) { return maps.Get(ctx, "news", metav1.GetOptions{}) })
	s.turn("stale update", func(ctx context.Context) (any, error) {
		body := configMap("news", map[string]string{"a": "2"})
		body.ResourceVersion = "1"
		return maps.Update(ctx, body, metav1.UpdateOptions{})
	})
	s.turn("update", func(ctx context.Context) (any, error) {
		return maps.Update(ctx, configMap("news", map[string]string{"a": "2"}), metav1.UpdateOptions{})
	})
	s.turn("update of nothing", func(ctx context.Context) (any, error) {
		return maps.Update(ctx, configMap("nobody", nil), metav1.UpdateOptions{})
	})
	s.turn("retried update", func(ctx context.Context) (any, error) { return retried(ctx, client, s.namespace) })
	s.turn("merge patch", patch(types.MergePatchType, `{"data":{"b":"3"}}`, metav1.PatchOptions{}))
	s.turn("strategic patch", patch(types.StrategicMergePatchType, `{"data":{"b":null}}`, metav1.PatchOptions{}))
	s.turn("JSON patch", patch(types.JSONPatchType, `[{"op":"add","path":"/data/c","value":"4"}]`, metav1.PatchOptions{}))
	s.turn("JSON patch of nothing", patch(types.JSONPatchType, `[{"op":"remove","path":"/data/z"}]`, metav1.PatchOptions{}))
	s.turn("strict patch", patch(types.MergePatchType, `{"date":{}}`, metav1.PatchOptions{FieldValidation: "Strict"}))
	s.turn("warned patch", patch(types.MergePatchType, `{"date":{}}`, metav1.PatchOptions{FieldValidation: "Warn"}))
	s.turn("apply", apply("press", false, map[string]string{"d": "5"}))
	s.turn("apply against another", apply("rival", false, map[string]string{"d": "6"}))
	s.turn("apply by force", apply("rival", true, map[string]string{"d": "6"}))
	s.turn("immutable", patch(types.MergePatchType, `{"immutable":true}`, metav1.PatchOptions{}))
	s.turn("change of the immutable", patch(types.MergePatchType, `{"data":{"a":"9"}}`, metav1.PatchOptions{}))
	s.turn("delete with a wrong uid", func(ctx context.Context) (any, error) {
		uid := types.UID("00000000-0000-0000-0000-000000000000")
		options := metav1.DeleteOptions{Preconditions: &metav1.Preconditions{UID: &uid}}
		return nil, maps.Delete(ctx, "news", options)
	})
	s.turn("delete", func(ctx context.Context) (any, error) {
		return nil, maps.Delete(ctx, "news", metav1.DeleteOptions{})
	})
	s.turn("delete again", func(ctx context.Context) (any, error) {
		return nil, maps.Delete(ctx, "news", metav1.DeleteOptions{})
	})
}

// retried changes an object that another one changes in between, once. It tells how often it tried.
func retried(ctx context.Context, client kubernetes.Interface, namespace string) (any, error) {
	maps := client.CoreV1().ConfigMaps(namespace)
	tries := 0
	err := retry.RetryOnConflict(retry.DefaultRetry, func() error {
		tries++
		found, err := maps.Get(ctx, "news", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if tries == 1 {
			if _, err := maps.Update(ctx, configMap("news", map[string]string{"a": "other"}), metav1.UpdateOptions{}); err != nil {
				return err
			}
		}
		found.Data = map[string]string{"a": "mine"}
		_, err = maps.Update(ctx, found, metav1.UpdateOptions{})
		return err
	})
	return tries, err
}

func collections(s *speaker, client kubernetes.Interface) {
	maps := client.CoreV1().ConfigMaps(s.namespace)
	list := func(options metav1.ListOptions) (*corev1.ConfigMapList, error) {
		return maps.List(context.Background(), options)
	}
	for number := range 3 {
		must(maps.Create(context.Background(), configMap(fmt.Sprintf("page-%d", number), nil), metav1.CreateOptions{}))
	}
	s.turn("list", func(context.Context) (any, error) { return list(metav1.ListOptions{LabelSelector: selector}) })
	s.turn("list by field", func(context.Context) (any, error) {
		return list(metav1.ListOptions{FieldSelector: "metadata.name=page-1"})
	})
	s.turn("list by an unknown field", func(context.Context) (any, error) {
		return list(metav1.ListOptions{FieldSelector: "data.a=b"})
	})
	s.turn("list by half a selector", func(context.Context) (any, error) {
		return list(metav1.ListOptions{LabelSelector: "a in ("})
	})
	s.turn("pages", func(context.Context) (any, error) {
		var pages []any
		options := metav1.ListOptions{LabelSelector: selector, Limit: 2}
		for {
			page, err := list(options)
			if err != nil {
				return nil, err
			}
			pages = append(pages, map[string]any{"names": names(page.Items), "remaining": page.RemainingItemCount})
			if options.Continue = page.Continue; options.Continue == "" {
				return pages, nil
			}
		}
	})
	s.turn("watch", func(ctx context.Context) (any, error) {
		watcher, err := maps.Watch(ctx, metav1.ListOptions{LabelSelector: selector})
		if err != nil {
			return nil, err
		}
		defer watcher.Stop()
		events := seen(watcher, 3)
		must(maps.Update(ctx, configMap("page-1", map[string]string{"a": "b"}), metav1.UpdateOptions{}))
		return append(events, seen(watcher, 1)...), maps.Delete(ctx, "page-0", metav1.DeleteOptions{})
	})
	s.turn("watch of initial events", func(ctx context.Context) (any, error) {
		yes := true
		options := metav1.ListOptions{
			LabelSelector: selector, SendInitialEvents: &yes, AllowWatchBookmarks: true,
			ResourceVersionMatch: metav1.ResourceVersionMatchNotOlderThan,
		}
		watcher, err := maps.Watch(ctx, options)
		if err != nil {
			return nil, err
		}
		defer watcher.Stop()
		return seen(watcher, 3), nil
	})
	s.turn("watch from nowhere", func(ctx context.Context) (any, error) {
		return maps.Watch(ctx, metav1.ListOptions{ResourceVersion: "no number"})
	})
	s.turn("delete of a collection", func(ctx context.Context) (any, error) {
		options := metav1.ListOptions{LabelSelector: selector}
		return nil, maps.DeleteCollection(ctx, metav1.DeleteOptions{}, options)
	})
	s.turn("list of nothing", func(context.Context) (any, error) { return list(metav1.ListOptions{LabelSelector: selector}) })
}

func names(items []corev1.ConfigMap) []string {
	var all []string
	for _, item := range items {
		all = append(all, item.Name)
	}
	return all
}

// seen tells the next events: those of objects by their names, a bookmark by its annotations.
func seen(watcher watch.Interface, count int) []any {
	var events []any
	for range count {
		event, open := <-watcher.ResultChan()
		if !open {
			return append(events, "closed")
		}
		if object, ok := event.Object.(metav1.Object); ok {
			events = append(events, []any{event.Type, object.GetName(), object.GetAnnotations()})
		} else {
			events = append(events, []any{event.Type, event.Object})
		}
	}
	return events
}

func workloads(s *speaker, client kubernetes.Interface) {
	deployments := client.AppsV1().Deployments(s.namespace)
	s.turn("create of a deployment", func(ctx context.Context) (any, error) {
		return deployments.Create(ctx, deployment(), metav1.CreateOptions{})
	})
	s.turn("invalid deployment", func(ctx context.Context) (any, error) {
		body := deployment()
		body.Name = "other"
		body.Spec.Template.Labels = nil
		body.Spec.Template.Spec.Containers[0].Image = ""
		return deployments.Create(ctx, body, metav1.CreateOptions{})
	})
	s.turn("change of its selector", func(ctx context.Context) (any, error) {
		body := deployment()
		body.Spec.Selector.MatchLabels["more"] = "yes"
		body.Spec.Template.Labels["more"] = "yes"
		return deployments.Update(ctx, body, metav1.UpdateOptions{})
	})
	s.turn("its scale", func(ctx context.Context) (any, error) {
		return deployments.GetScale(ctx, "press", metav1.GetOptions{})
	})
	s.turn("a new scale", func(ctx context.Context) (any, error) {
		wanted := &autoscalingv1.Scale{
			ObjectMeta: metav1.ObjectMeta{Name: "press", Namespace: s.namespace},
			Spec:       autoscalingv1.ScaleSpec{Replicas: 0},
		}
		return deployments.UpdateScale(ctx, "press", wanted, metav1.UpdateOptions{})
	})
	s.turn("strategic patch of a container", func(ctx context.Context) (any, error) {
		patch := `{"spec":{"template":{"spec":{"containers":[{"name":"main","env":[{"name":"A","value":"b"}]}]}}}}`
		options := metav1.PatchOptions{}
		found, err := deployments.Patch(ctx, "press", types.StrategicMergePatchType, []byte(patch), options)
		if err != nil {
			return nil, err
		}
		return found.Spec.Template.Spec, nil
	})
	s.turn("delete of a deployment", func(ctx context.Context) (any, error) {
		policy := metav1.DeletePropagationBackground
		return nil, deployments.Delete(ctx, "press", metav1.DeleteOptions{PropagationPolicy: &policy})
	})
	s.turn("service", func(ctx context.Context) (any, error) {
		body := &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{Name: "paper"},
			Spec:       corev1.ServiceSpec{ClusterIP: "None", Ports: []corev1.ServicePort{{Port: 80}}},
		}
		return client.CoreV1().Services(s.namespace).Create(ctx, body, metav1.CreateOptions{})
	})
	s.turn("delete of the service", func(ctx context.Context) (any, error) {
		return nil, client.CoreV1().Services(s.namespace).Delete(ctx, "paper", metav1.DeleteOptions{})
	})
}

func access(s *speaker, client kubernetes.Interface) {
	s.turn("may I", func(ctx context.Context) (any, error) {
		wanted := &authzv1.ResourceAttributes{Namespace: s.namespace, Verb: "delete", Resource: "pods"}
		body := &authzv1.SelfSubjectAccessReview{Spec: authzv1.SelfSubjectAccessReviewSpec{ResourceAttributes: wanted}}
		review, err := client.AuthorizationV1().SelfSubjectAccessReviews().Create(ctx, body, metav1.CreateOptions{})
		if err != nil {
			return nil, err
		}
		return review.Status.Allowed, nil
	})
	s.turn("by a token", func(ctx context.Context) (any, error) {
		robot, err := client.CoreV1().ServiceAccounts(s.namespace).
			CreateToken(ctx, "default", &authv1.TokenRequest{}, metav1.CreateOptions{})
		if err != nil {
			return nil, err
		}
		config := rest.AnonymousClientConfig(s.config)
		config.BearerToken = robot.Status.Token
		itself := kubernetes.NewForConfigOrDie(config)
		review, err := itself.AuthenticationV1().SelfSubjectReviews().
			Create(ctx, &authv1.SelfSubjectReview{}, metav1.CreateOptions{})
		if err != nil {
			return nil, err
		}
		_, forbidden := itself.CoreV1().Secrets(s.namespace).List(ctx, metav1.ListOptions{})
		user := review.Status.UserInfo
		return map[string]any{"name": user.Username, "groups": user.Groups, "secrets": failure(forbidden)}, nil
	})
	s.turn("by no token", func(ctx context.Context) (any, error) {
		config := rest.AnonymousClientConfig(s.config)
		config.BearerToken = "nonsense"
		return kubernetes.NewForConfigOrDie(config).CoreV1().Pods(s.namespace).List(ctx, metav1.ListOptions{})
	})
}

func ending(s *speaker) {
	client := kubernetes.NewForConfigOrDie(s.config)
	s.turn("delete of the namespace", func(ctx context.Context) (any, error) {
		return nil, client.CoreV1().Namespaces().Delete(ctx, s.namespace, metav1.DeleteOptions{})
	})
}
