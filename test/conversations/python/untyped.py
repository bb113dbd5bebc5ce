"""The dynamic client, about built-in and custom kinds."""

from kubernetes import client, dynamic

from clients import LABELS, PATIENCE_SECONDS, SELECTOR
from kinds import widget


def converse(speaker):
    dynamically = dynamic.DynamicClient(speaker.api)
    speaker.turn("unknown kind", missing, dynamically)
    config_maps(speaker, dynamically)
    widgets(speaker, dynamically)
    client.ApiextensionsV1Api().delete_custom_resource_definition(f"widgets.{speaker.group}")


def missing(dynamically):
    try:
        return dynamically.resources.get(api_version="v1", kind="Nothing").kind
    except dynamic.exceptions.ResourceNotFoundError:
        return "not found"


def config_maps(speaker, dynamically):
    api, namespace = dynamically.resources.get(api_version="v1", kind="ConfigMap"), speaker.namespace
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "more", "labels": LABELS}}
    speaker.turn("resource", lambda: [api.name, api.verbs, api.namespaced, sorted(api.short_names)])
    speaker.turn("untyped create", api.create, body=body, namespace=namespace)
    speaker.turn("untyped create again", api.create, body=body, namespace=namespace)
    speaker.turn("untyped get", api.get, name="more", namespace=namespace)
    speaker.turn("untyped list", api.get, namespace=namespace, label_selector=SELECTOR)
    patch = {"metadata": {"name": "more"}, "data": {"a": "1"}}
    speaker.turn("untyped patch", api.patch, body=patch, namespace=namespace)
    merge = "application/merge-patch+json"
    speaker.turn("untyped merge patch", api.patch, body=patch, namespace=namespace, content_type=merge)
    wanted = {**body, "data": {"a": "2"}}
    apply = {"namespace": namespace, "field_manager": "press"}
    speaker.turn("untyped apply", api.server_side_apply, body=wanted, **apply)
    speaker.turn("untyped apply by force", api.server_side_apply, body=wanted, **apply, force_conflicts=True)
    speaker.turn("untyped dry replace", api.replace, body=wanted, namespace=namespace, dry_run="All")
    speaker.turn("untyped watch", watched, api, namespace)
    speaker.turn("untyped delete of what is gone", api.delete, name="more", namespace=namespace)


def watched(api, namespace):
    events = []
    options = {"namespace": namespace, "label_selector": SELECTOR, "timeout": PATIENCE_SECONDS}
    watcher = dynamic.client.watch.Watch()
    for event in api.watch(**options, watcher=watcher):
        events.append([event["type"], event["object"].metadata.name])
        if len(events) == 1:
            api.delete(name="more", namespace=namespace)
        else:
            watcher.stop()
    return events


def widgets(speaker, dynamically):
    group, namespace = speaker.group, speaker.namespace
    api = dynamically.resources.get(api_version=f"{group}/v1", kind="Widget")
    speaker.turn("untyped widget", api.create, body=widget(group, "two", {"size": 2}), namespace=namespace)
    status = {**widget(group, "two", {"size": 2}), "status": {"size": 1}}
    merge = {"namespace": namespace, "content_type": "application/merge-patch+json"}
    speaker.turn("untyped status", api.status.patch, body=status, **merge)
    speaker.turn("untyped scale", api.scale.get, name="two", namespace=namespace)
    delete = {"name": "two", "namespace": namespace, "body": {"propagationPolicy": "Foreground"}}
    speaker.turn("untyped delete", lambda: api.delete(**delete).kind)
