package main

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
)

type object = map[string]any

var definitions = schema.GroupVersionResource{
	Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions",
}

func definition(group string) *unstructured.Unstructured {
	size := object{"type": "integer", "minimum": int64(0)}
	spec := object{"type": "object", "required": []any{"size"}, "properties": object{
		"size":  size,
		"color": object{"type": "string", "default": "red", "enum": []any{"red", "blue"}},
	}}
	status := object{"type": "object", "properties": object{"size": size}}
	version := object{
		"name": "v1", "served": true, "storage": true,
		"subresources": object{
			"status": object{},
			"scale":  object{"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"},
		},
		"schema": object{"openAPIV3Schema": object{
			"type": "object", "required": []any{"spec"}, "properties": object{"spec": spec, "status": status},
		}},
	}
	return &unstructured.Unstructured{Object: object{
		"apiVersion": "apiextensions.k8s.io/v1",
		"kind":       "CustomResourceDefinition",
		"metadata":   object{"name": "widgets." + group},
		"spec": object{
			"group": group, "scope": "Namespaced",
			"names":    object{"kind": "Widget", "plural": "widgets"},
			"versions": []any{version},
		},
	}}
}

func isEstablished(found *unstructured.Unstructured) bool {
	conditions, _, _ := unstructured.NestedSlice(found.Object, "status", "conditions")
	for _, condition := range conditions {
		if is := condition.(object); is["type"] == "Established" && is["status"] == "True" {
			return true
		}
	}
	return false
}

func widget(group, name string, spec object) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: object{
		"apiVersion": group + "/v1", "kind": "Widget", "metadata": object{"name": name}, "spec": spec,
	}}
}

// untyped speaks with the clients that know no kinds, about a custom one.
func untyped(s *speaker) {
	client := dynamic.NewForConfigOrDie(s.config)
	group := s.namespace + ".example.com"
	s.turn("custom kind", func(ctx context.Context) (any, error) {
		return client.Resource(definitions).Create(ctx, definition(group), metav1.CreateOptions{})
	})
	s.turn("established", func(ctx context.Context) (any, error) {
		return eventually(ctx, func() (*unstructured.Unstructured, error) {
			return client.Resource(definitions).Get(ctx, "widgets."+group, metav1.GetOptions{})
		}, isEstablished)
	})
	kind := schema.GroupVersionResource{Group: group, Version: "v1", Resource: "widgets"}
	widgets(s, client.Resource(kind).Namespace(s.namespace), group)
	partial(s, kind)
	expiry(s, client.Resource(kind).Namespace(s.namespace), widget(group, "late", object{"size": int64(3)}))
	scales(s, group)
	s.turn("delete of the custom kind", func(ctx context.Context) (any, error) {
		return nil, client.Resource(definitions).Delete(ctx, "widgets."+group, metav1.DeleteOptions{})
	})
}

func widgets(s *speaker, client dynamic.ResourceInterface, group string) {
	create := func(body *unstructured.Unstructured) func(context.Context) (any, error) {
		return func(ctx context.Context) (any, error) {
			options := metav1.CreateOptions{FieldValidation: metav1.FieldValidationStrict}
			return client.Create(ctx, body, options)
		}
	}
	s.turn("widget", create(widget(group, "one", object{"size": int64(1)})))
	s.turn("widget of a wrong size", create(widget(group, "bad", object{"size": int64(-1)})))
	s.turn("widget of a wrong type", create(widget(group, "bad", object{"size": "many", "color": "green"})))
	s.turn("widget with more", create(widget(group, "bad", object{"size": int64(1), "colour": "red"})))
	s.turn("apply of a widget", func(ctx context.Context) (any, error) {
		options := metav1.ApplyOptions{FieldManager: "press"}
		return client.Apply(ctx, "two", widget(group, "two", object{"size": int64(2)}), options)
	})
	s.turn("apply of a widget's status", func(ctx context.Context) (any, error) {
		body := widget(group, "two", nil)
		body.Object["status"] = object{"size": int64(2)}
		delete(body.Object, "spec")
		return client.ApplyStatus(ctx, "two", body, metav1.ApplyOptions{FieldManager: "controller"})
	})
	s.turn("strategic patch of a widget", func(ctx context.Context) (any, error) {
		patch := []byte(`{"spec":{"size":3}}`)
		return client.Patch(ctx, "two", types.StrategicMergePatchType, patch, metav1.PatchOptions{})
	})
	s.turn("merge patch of a widget", func(ctx context.Context) (any, error) {
		patch := []byte(`{"spec":{"color":"blue"}}`)
		return client.Patch(ctx, "two", types.MergePatchType, patch, metav1.PatchOptions{})
	})
	s.turn("widgets", func(ctx context.Context) (any, error) { return client.List(ctx, metav1.ListOptions{}) })
}

// partial asks for metadata alone.
func partial(s *speaker, kind schema.GroupVersionResource) {
	client := metadata.NewForConfigOrDie(s.config).Resource(kind).Namespace(s.namespace)
	s.turn("metadata", func(ctx context.Context) (any, error) { return client.Get(ctx, "two", metav1.GetOptions{}) })
	s.turn("metadata of all", func(ctx context.Context) (any, error) { return client.List(ctx, metav1.ListOptions{}) })
	s.turn("watch of metadata", func(ctx context.Context) (any, error) {
		watcher, err := client.Watch(ctx, metav1.ListOptions{})
		if err != nil {
			return nil, err
		}
		defer watcher.Stop()
		return seen(watcher, 2), nil
	})
}

// scales speaks as an autoscaler does: by the kind, which discovery resolves.
func scales(s *speaker, group string) {
	kinds := discovery.NewDiscoveryClientForConfigOrDie(s.config)
	s.turn("scale of a widget", func(ctx context.Context) (any, error) {
		found, err := restmapper.GetAPIGroupResources(kinds)
		if err != nil {
			return nil, err
		}
		mapper := restmapper.NewDiscoveryRESTMapper(found)
		mapping, err := mapper.RESTMapping(schema.GroupKind{Group: group, Kind: "Widget"})
		if err != nil {
			return nil, err
		}
		client, err := scale.NewForConfig(s.config, mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(kinds))
		if err != nil {
			return nil, err
		}
		widgets := client.Scales(s.namespace)
		current, err := widgets.Get(ctx, mapping.Resource.GroupResource(), "two", metav1.GetOptions{})
		if err != nil {
			return nil, err
		}
		current.Spec.Replicas = 5
		return widgets.Update(ctx, mapping.Resource.GroupResource(), current, metav1.UpdateOptions{})
	})
}
