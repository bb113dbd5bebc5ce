package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clientfeatures "k8s.io/client-go/features"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// gates has client-go's own features, but for one.
type gates struct {
	clientfeatures.Gates
	watchList bool
}

func (g gates) Enabled(feature clientfeatures.Feature) bool {
	if feature == clientfeatures.WatchListClient {
		return g.watchList
	}
	return g.Gates.Enabled(feature)
}

// requests notes what is asked for, without versions.
type requests struct {
	lock sync.Mutex
	said []string
	next http.RoundTripper
}

func (r *requests) RoundTrip(request *http.Request) (*http.Response, error) {
	query := request.URL.Query()
	var parts []string
	for _, name := range []string{"allowWatchBookmarks", "limit", "resourceVersionMatch", "sendInitialEvents", "watch"} {
		if value := query.Get(name); value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	r.lock.Lock()
	r.said = append(r.said, strings.Join(parts, " "))
	r.lock.Unlock()
	return r.next.RoundTrip(request)
}

func (r *requests) all() []string {
	r.lock.Lock()
	defer r.lock.Unlock()
	return slices.Clone(r.said)
}

// caches speaks with shared informers: those that list first, and those that begin with a watch.
func caches(s *speaker) {
	original := clientfeatures.FeatureGates()
	defer clientfeatures.ReplaceFeatureGates(original)
	for _, watchList := range []bool{false, true} {
		clientfeatures.ReplaceFeatureGates(gates{original, watchList})
		informer(s, fmt.Sprintf("watch list %v", watchList))
	}
}

// informer tells what a shared informer asked for, and what its handlers were told.
func informer(s *speaker, mode string) {
	asked := &requests{}
	config := rest.CopyConfig(s.config)
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		asked.next = next
		return asked
	})
	maps := kubernetes.NewForConfigOrDie(s.config).CoreV1().ConfigMaps(s.namespace)
	s.turn("informer, "+mode, func(ctx context.Context) (any, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		must(maps.Create(ctx, configMap("first", nil), metav1.CreateOptions{}))
		factory := informers.NewSharedInformerFactoryWithOptions(kubernetes.NewForConfigOrDie(config), 0,
			informers.WithNamespace(s.namespace),
			informers.WithTweakListOptions(func(options *metav1.ListOptions) { options.LabelSelector = selector }))
		told := make(chan string, 10)
		shared := factory.Core().V1().ConfigMaps().Informer()
		must(shared.AddEventHandler(handler(told)))
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		must(maps.Create(ctx, configMap("second", nil), metav1.CreateOptions{}))
		must(maps.Update(ctx, configMap("second", map[string]string{"a": "b"}), metav1.UpdateOptions{}))
		for _, name := range []string{"first", "second"} {
			if err := maps.Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
				return nil, err
			}
		}
		var heard []string
		for len(heard) < 5 && ctx.Err() == nil {
			select {
			case one := <-told:
				heard = append(heard, one)
			case <-ctx.Done():
			}
		}
		answer := object{"asked": asked.all(), "told": heard, "kept": shared.GetStore().ListKeys()}
		cancel()
		factory.Shutdown()
		return answer, nil
	})
}

func handler(told chan<- string) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(added any) { told <- "added " + added.(*corev1.ConfigMap).Name },
		UpdateFunc: func(_, updated any) {
			config := updated.(*corev1.ConfigMap)
			told <- fmt.Sprintf("updated %s %v", config.Name, config.Data)
		},
		DeleteFunc: func(deleted any) { told <- "deleted " + deleted.(*corev1.ConfigMap).Name },
	}
}
