"""Has a conversation with an API server: `main.py kubeconfig namespace`, and prints one line of JSON for each turn."""

import json
import sys

from kubernetes import client, config
from kubernetes.client.exceptions import ApiException
from kubernetes.dynamic.exceptions import DynamicApiError
from kubernetes.dynamic.resource import ResourceInstance

import clients
import kinds
import untyped


class Speaker:
    """What every turn needs."""

    def __init__(self, kubeconfig, namespace):
        config.load_kube_config(config_file=kubeconfig)
        self.namespace = namespace
        self.group = f"{namespace}.example.com"
        self.api = client.ApiClient()

    def turn(self, said, ask, /, *args, **kwargs):
        """Asks something, and prints the answer: a value, or an error by its code and body."""
        try:
            answer = self.wire(ask(*args, **kwargs))
        except (ApiException, DynamicApiError) as error:
            answer = failure(error)
        print(json.dumps([said, answer], sort_keys=True), flush=True)

    def wire(self, value):
        """The value as it is sent, of models and of dynamic objects."""
        if isinstance(value, ResourceInstance):
            return value.to_dict()
        return self.api.sanitize_for_serialization(value)


def failure(error):
    """An error by its code and body; one that came in a stream has a reason alone."""
    if error.body is None:
        return {"code": error.status, "reason": error.reason}
    return {"code": error.status, "body": parsed(error.body)}


def parsed(body):
    try:
        return json.loads(body)
    except ValueError:
        return body


def main():
    _, kubeconfig, namespace = sys.argv
    speaker = Speaker(kubeconfig, namespace)
    core = client.CoreV1Api()
    speaker.turn("version", lambda: client.VersionApi().get_code().git_version)
    body = {"metadata": {"name": namespace}}
    speaker.turn("create of a namespace", core.create_namespace, body)
    clients.converse(speaker)
    kinds.converse(speaker)
    untyped.converse(speaker)
    speaker.turn("delete of the namespace", lambda: core.delete_namespace(namespace).kind)


main()
