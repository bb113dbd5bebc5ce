package main

import (
	"context"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

const leaseName = "leader"

// candidate is one who wants to lead.
type candidate struct {
	cancel context.CancelFunc
	leads  chan struct{}
	ended  chan struct{}
}

// stand lets someone stand for election, until it is canceled.
func stand(ctx context.Context, client kubernetes.Interface, namespace, name string, release bool) *candidate {
	ctx, cancel := context.WithCancel(ctx)
	made := &candidate{cancel: cancel, leads: make(chan struct{}), ended: make(chan struct{})}
	lock := &resourcelock.LeaseLock{
		LeaseMeta:  metav1.ObjectMeta{Name: leaseName, Namespace: namespace},
		Client:     client.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: name},
	}
	config := leaderelection.LeaderElectionConfig{
		Lock: lock, ReleaseOnCancel: release,
		LeaseDuration: 3 * time.Second, RenewDeadline: 2 * time.Second, RetryPeriod: 200 * time.Millisecond,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(context.Context) { close(made.leads) },
			OnStoppedLeading: func() {},
		},
	}
	go func() {
		defer close(made.ended)
		leaderelection.RunOrDie(ctx, config)
	}()
	return made
}

func (c *candidate) leading(ctx context.Context) error {
	select {
	case <-c.leads:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *candidate) end() {
	c.cancel()
	<-c.ended
}

func elections(s *speaker) {
	client := kubernetes.NewForConfigOrDie(s.config)
	lease := func(ctx context.Context, holder string) (any, error) {
		return eventually(ctx, func() (*coordinationv1.Lease, error) {
			return client.CoordinationV1().Leases(s.namespace).Get(ctx, leaseName, metav1.GetOptions{})
		}, func(found *coordinationv1.Lease) bool { return *found.Spec.HolderIdentity == holder })
	}
	// Begun outside the turns, which end their contexts.
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var first, second, third *candidate
	s.turn("the first leads", func(turn context.Context) (any, error) {
		first = stand(ctx, client, s.namespace, "first", true)
		if err := first.leading(turn); err != nil {
			return nil, err
		}
		return lease(turn, "first")
	})
	s.turn("it gives up, and the second leads", func(turn context.Context) (any, error) {
		second = stand(ctx, client, s.namespace, "second", false)
		first.end()
		if err := second.leading(turn); err != nil {
			return nil, err
		}
		return lease(turn, "second")
	})
	s.turn("it goes without a word, and the third leads", func(turn context.Context) (any, error) {
		second.end()
		third = stand(ctx, client, s.namespace, "third", true)
		if err := third.leading(turn); err != nil {
			return nil, err
		}
		return lease(turn, "third")
	})
	s.turn("it gives up, and nobody leads", func(turn context.Context) (any, error) {
		third.end()
		return lease(turn, "")
	})
}
