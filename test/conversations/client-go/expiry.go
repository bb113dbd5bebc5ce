package main

import (
	"context"
	"slices"
	"sync/atomic"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/cache"
)

// expiry lets a reflector watch from a version that is gone, before its kind was: it must begin anew, and miss nothing.
func expiry(s *speaker, widgets dynamic.ResourceInterface, late *unstructured.Unstructured) {
	s.turn("watch from the past", func(ctx context.Context) (any, error) {
		watcher, err := widgets.Watch(ctx, metav1.ListOptions{ResourceVersion: "1"})
		if err != nil {
			return nil, err
		}
		defer watcher.Stop()
		return failure(statusOf(<-watcher.ResultChan())), nil
	})
	s.turn("reflector after expiry", func(ctx context.Context) (any, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var lists, watches atomic.Int32
		source := &cache.ListWatch{
			ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
				lists.Add(1)
				return widgets.List(ctx, options)
			},
			WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
				if watches.Add(1) == 1 {
					options.ResourceVersion = "1"
				}
				return widgets.Watch(ctx, options)
			},
		}
		store := cache.NewStore(cache.MetaNamespaceKeyFunc)
		done := make(chan struct{})
		go func() {
			defer close(done)
			cache.NewReflector(listing{source}, &unstructured.Unstructured{}, store, 0).RunWithContext(ctx)
		}()
		_, err := eventually(ctx, func() (int32, error) { return watches.Load(), nil }, func(count int32) bool { return count > 1 })
		if err != nil {
			return nil, err
		}
		if _, err := widgets.Create(ctx, late, metav1.CreateOptions{}); err != nil {
			return nil, err
		}
		keys, err := eventually(ctx, func() ([]string, error) { return store.ListKeys(), nil }, func(keys []string) bool {
			return slices.Contains(keys, s.namespace+"/"+late.GetName())
		})
		cancel()
		<-done
		slices.Sort(keys)
		return object{"lists": lists.Load(), "watches": watches.Load(), "kept": keys}, err
	})
}

// listing is a source that cannot begin with a watch.
type listing struct{ *cache.ListWatch }

func (listing) IsWatchListSemanticsUnSupported() bool { return true }

func statusOf(event watch.Event) error {
	return apierrors.FromObject(event.Object)
}
