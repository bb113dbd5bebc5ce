//go:build tools

// Package upstream keeps what build.ts compiles beside the tests among this module's requirements.
package upstream

import _ "github.com/onsi/ginkgo/v2/ginkgo"
