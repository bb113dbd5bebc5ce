// Command etcd is the release's own main: etcd's repository has it in a module that nobody can require.
package main

import (
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
)

func main() {
	etcdmain.Main(os.Args)
}
