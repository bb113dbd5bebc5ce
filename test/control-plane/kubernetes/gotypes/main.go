// Prints the Go types of the built-in kinds as JSON, for test/control-plane/generate.ts: what a Go struct holds
// shows in neither discovery nor OpenAPI. Usage:
//
//	go run ./gotypes v1/Pod apps/v1/Deployment …
//
// The answer has the struct of each kind, and of each struct its fields in their order, as text: the name in JSON
// (- for an embedded struct), the number in protobuf, the type, and how it is written. Types are those of Go with
// structs by their short names, those of the same package without it; ones with a JSON of their own are not opened.
// A list is one of texts that is a message in protobuf.
// The last word has e for omitempty, z for omitzero and p for a pointer.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
)

// message is what protobuf writes as a message of its own, lists of a type of their own among them.
type message interface{ Marshal() ([]byte, error) }

var bytes = reflect.TypeFor[[]byte]()

// structs is what is found, by short name.
type structs map[string]string

// shortName gives core.v1.Pod for k8s.io/api/core/v1.Pod, as the tables of OpenAPI do.
func shortName(t reflect.Type) string {
	return packageOf(t) + "." + t.Name()
}

func packageOf(t reflect.Type) string {
	return path.Base(path.Dir(t.PkgPath())) + "." + path.Base(t.PkgPath())
}

func implements[T any](t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[T]())
}

// nameOf names a type as a field of a struct in the package home sees it, and finds the structs that it leads to.
func (found structs) nameOf(t reflect.Type, home string) string {
	switch {
	case t.Kind() == reflect.Pointer:
		return found.nameOf(t.Elem(), home)
	case t == bytes:
		return "bytes"
	case implements[json.Marshaler](t):
		return shortName(t)
	case t.Kind() == reflect.Slice && implements[message](t):
		return "list"
	case t.Kind() == reflect.Slice:
		return "[]" + found.nameOf(t.Elem(), home)
	case t.Kind() == reflect.Map:
		return "{}" + found.nameOf(t.Elem(), home)
	case t.Kind() == reflect.Struct:
		found.add(t)
		return strings.TrimPrefix(shortName(t), home+".")
	}
	return t.Kind().String()
}

func (found structs) add(t reflect.Type) {
	name := shortName(t)
	if _, known := found[name]; known {
		return
	}
	found[name] = ""
	var lines []string
	for i := range t.NumField() {
		if line := found.line(t.Field(i), packageOf(t)); line != "" {
			lines = append(lines, line)
		}
	}
	found[name] = strings.Join(lines, ",")
}

func (found structs) line(field reflect.StructField, home string) string {
	tag, ok := field.Tag.Lookup("protobuf")
	if !ok { // The type of an object, which its envelope has.
		return ""
	}
	number := strings.Split(tag, ",")[1]
	words := strings.Split(field.Tag.Get("json"), ",")
	name, how := words[0], ""
	for _, word := range words[1:] {
		switch word {
		case "omitempty":
			how += "e"
		case "omitzero":
			how += "z"
		}
	}
	if field.Type.Kind() == reflect.Pointer {
		how += "p"
	}
	if name == "" {
		name = "-"
	}
	return strings.TrimSuffix(strings.Join([]string{name, number, found.nameOf(field.Type, home), how}, " "), " ")
}

func main() {
	for _, add := range []func(*runtime.Scheme) error{apiextensions.AddToScheme, apiregistration.AddToScheme} {
		if err := add(scheme.Scheme); err != nil {
			panic(err)
		}
	}
	found := structs{}
	kinds := map[string]string{}
	for _, asked := range os.Args[1:] {
		group, kind := path.Dir(asked), path.Base(asked)
		version, err := schema.ParseGroupVersion(group)
		if err != nil {
			panic(err)
		}
		t, known := scheme.Scheme.AllKnownTypes()[version.WithKind(kind)]
		if !known {
			fmt.Fprintf(os.Stderr, "cannot find the Go type of %s\n", asked)
			os.Exit(1)
		}
		found.add(t)
		kinds[asked] = shortName(t)
	}
	if err := json.NewEncoder(os.Stdout).Encode(map[string]any{"kinds": kinds, "structs": found}); err != nil {
		panic(err)
	}
}
