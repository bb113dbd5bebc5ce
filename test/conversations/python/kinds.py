"""A custom kind: its definition, and its objects by the client for such."""

import time

from kubernetes import client, watch

PATIENCE_SECONDS = 30


def definition(group):
    size = {"type": "integer", "minimum": 0}
    color = {"type": "string", "enum": ["red", "blue"], "default": "red"}
    spec = {"type": "object", "required": ["size"], "properties": {"size": size, "color": color}}
    status = {"type": "object", "properties": {"size": size}}
    schema = {"type": "object", "required": ["spec"], "properties": {"spec": spec, "status": status}}
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "subresources": {
            "status": {},
            "scale": {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"},
        },
        "schema": {"openAPIV3Schema": schema},
    }
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"widgets.{group}"},
        "spec": {
            "group": group,
            "scope": "Namespaced",
            "names": {"kind": "Widget", "plural": "widgets"},
            "versions": [version],
        },
    }


def widget(group, name, spec):
    return {"apiVersion": f"{group}/v1", "kind": "Widget", "metadata": {"name": name}, "spec": spec}


def established(name):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        found = client.ApiextensionsV1Api().read_custom_resource_definition(name)
        state = {condition.type: condition.status for condition in found.status.conditions or []}
        if state.get("Established") == "True":
            return state
        time.sleep(0.1)
    return "never established"


def converse(speaker):
    name = f"widgets.{speaker.group}"
    extensions = client.ApiextensionsV1Api()
    bad = definition(speaker.group)
    bad["spec"]["scope"] = "Galactic"
    speaker.turn("invalid kind", extensions.create_custom_resource_definition, bad)
    speaker.turn(
        "custom kind", lambda: extensions.create_custom_resource_definition(definition(speaker.group)).spec
    )
    speaker.turn("established", established, name)
    objects(speaker)


def objects(speaker):
    api, group = client.CustomObjectsApi(), speaker.group
    place = (group, "v1", speaker.namespace, "widgets")

    def create(name, spec):
        return api.create_namespaced_custom_object(*place, widget(group, name, spec))

    def patch(body, content_type):
        return api.patch_namespaced_custom_object(*place, "one", body, _content_type=content_type)

    speaker.turn("widget", create, "one", {"size": 1})
    speaker.turn("widget of a wrong size", create, "bad", {"size": -1})
    speaker.turn("widget of a wrong type", create, "bad", {"size": "many", "color": "green"})
    speaker.turn("widget without a spec", create, "bad", None)
    speaker.turn("merge patch of a widget", patch, {"spec": {"size": 2}}, "application/merge-patch+json")
    add = [{"op": "replace", "path": "/spec/color", "value": "blue"}]
    speaker.turn("JSON patch of a widget", patch, add, "application/json-patch+json")
    strategic = "application/strategic-merge-patch+json"
    speaker.turn("strategic patch of a widget", patch, {"spec": {"size": 3}}, strategic)
    status = {"status": {"size": 2}, "spec": {"size": 9}}
    speaker.turn("status of a widget", api.patch_namespaced_custom_object_status, *place, "one", status)
    speaker.turn("scale of a widget", api.get_namespaced_custom_object_scale, *place, "one")
    speaker.turn("widgets", api.list_namespaced_custom_object, *place)
    speaker.turn("watch from before the kind was", past, api, place)
    speaker.turn("delete of a widget", api.delete_namespaced_custom_object, *place, "one")


def past(api, place):
    options = {"resource_version": "1", "timeout_seconds": 1}
    return list(watch.Watch().stream(api.list_namespaced_custom_object, *place, **options))
