// Command client-go has a conversation with an API server: `client-go kubeconfig namespace`.
// It prints one line of JSON for each turn: its name, and what was answered.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// The longest that anything is waited for.
const patience = 30 * time.Second

// speaker is what every turn needs.
type speaker struct {
	config    *rest.Config
	namespace string
	warnings  *warnings
	// Of the names of its turns.
	prefix string
}

// warnings collects what a server warns of.
type warnings struct{ texts []string }

func (w *warnings) HandleWarningHeader(_ int, _ string, text string) {
	w.texts = append(w.texts, text)
}

// turn asks something and prints the answer: a value, or an error by its status.
func (s *speaker) turn(name string, ask func(context.Context) (any, error)) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	s.warnings.texts = nil
	answer, err := ask(ctx)
	if err != nil {
		answer = failure(err)
	}
	if len(s.warnings.texts) > 0 {
		answer = map[string]any{"warnings": slices.Clone(s.warnings.texts), "answer": answer}
	}
	s.print(name, answer)
}

func (s *speaker) print(name string, answer any) {
	line, err := json.Marshal([]any{s.prefix + name, answer})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
}

func failure(err error) any {
	var status apierrors.APIStatus
	if errors.As(err, &status) {
		found := status.Status()
		// Not every decoder leaves it there.
		found.TypeMeta = metav1.TypeMeta{APIVersion: "v1", Kind: "Status"}
		return found
	}
	return map[string]any{"error": err.Error()}
}

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	if err != nil {
		panic(err)
	}
	// The clients' own limits would only slow this down.
	config.QPS = -1
	said := &warnings{}
	config.WarningHandler = said
	s := &speaker{config: config, namespace: os.Args[2], warnings: said}
	beginning(s)
	typed(s.speaking("json", runtime.ContentTypeJSON))
	typed(s.speaking("protobuf", runtime.ContentTypeProtobuf))
	untyped(s)
	caches(s)
	elections(s)
	ending(s)
}

// speaking gives a speaker whose typed clients send and ask for this content type.
func (s *speaker) speaking(name, contentType string) *speaker {
	config := rest.CopyConfig(s.config)
	config.ContentType = contentType
	config.AcceptContentTypes = contentType + "," + runtime.ContentTypeJSON
	return &speaker{config: config, namespace: s.namespace, warnings: s.warnings, prefix: name + ": "}
}

// must is for what is no turn of its own.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// eventually asks until the answer is accepted.
func eventually[T any](ctx context.Context, ask func() (T, error), accept func(T) bool) (T, error) {
	for {
		answer, err := ask()
		if err == nil && accept(answer) {
			return answer, nil
		}
		select {
		case <-ctx.Done():
			return answer, errors.Join(ctx.Err(), err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}
