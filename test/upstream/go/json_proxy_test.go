package upstream

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

const protobufType = "application/vnd.kubernetes.protobuf"

// startJSONProxy starts a server that passes everything on to the kubeconfig's, protobuf bodies as JSON.
//
// The flag --kube-api-content-type does not reach all clients: some specs make their own, and client-go's
// generated ones prefer protobuf unless their configuration says otherwise, which a kubeconfig cannot.
// It adds the kubeconfig's credentials to requests that bring none: client-go sends no kubeconfig's token
// without TLS. A client certificate of a spec's own making does not get through.
func startJSONProxy(kubeconfig string) (address string, err error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return "", err
	}
	target, err := url.Parse(config.Host)
	if err != nil {
		return "", err
	}
	transport, err := rest.TransportFor(config)
	if err != nil {
		return "", err
	}
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(request *httputil.ProxyRequest) { request.SetURL(target) },
		Transport:     transport,
		FlushInterval: -1, // Watches.
	}
	decoder := newProtobufDecoder()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		acceptJSON(request.Header)
		if err := sendJSON(request, decoder); err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		proxy.ServeHTTP(w, request)
	}))
	return server.URL, nil
}

func newProtobufDecoder() runtime.Decoder {
	known := runtime.NewScheme()
	utilruntime.Must(scheme.AddToScheme(known))
	utilruntime.Must(apiextensions.AddToScheme(known))
	return protobuf.NewSerializer(known, known)
}

// acceptJSON leaves a header that accepts nothing but protobuf as it is: the server has to refuse that.
func acceptJSON(header http.Header) {
	var others []string
	for _, accepted := range strings.Split(header.Get("Accept"), ",") {
		if !strings.HasPrefix(strings.TrimSpace(accepted), protobufType) {
			others = append(others, accepted)
		}
	}
	if len(others) > 0 {
		header.Set("Accept", strings.Join(others, ","))
	}
}

func sendJSON(request *http.Request, decoder runtime.Decoder) error {
	if request.Header.Get("Content-Type") != protobufType {
		return nil
	}
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return err
	}
	object, kind, err := decoder.Decode(body, nil, nil)
	if err != nil {
		return fmt.Errorf("cannot read the protobuf of %s %s: %w", request.Method, request.URL, err)
	}
	object.GetObjectKind().SetGroupVersionKind(*kind)
	var translated bytes.Buffer
	encoder := json.NewSerializerWithOptions(json.DefaultMetaFactory, nil, nil, json.SerializerOptions{})
	if err := encoder.Encode(object, &translated); err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.ContentLength = int64(translated.Len())
	request.Body = io.NopCloser(&translated)
	return nil
}
