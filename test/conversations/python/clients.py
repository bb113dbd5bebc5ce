"""The generated clients, about the kinds that every cluster has."""

import time

from kubernetes import client, utils, watch

LABELS = {"app": "paper"}
SELECTOR = "app=paper"
PATIENCE_SECONDS = 30


def config_map(name, data=None):
    metadata = client.V1ObjectMeta(name=name, labels=LABELS)
    return client.V1ConfigMap(metadata=metadata, data=data)


def deployment(name, image="press:1"):
    container = client.V1Container(name="main", image=image)
    labels = {"app": "press"}
    template = client.V1PodTemplateSpec(
        metadata=client.V1ObjectMeta(labels=labels), spec=client.V1PodSpec(containers=[container])
    )
    # Paused: no controller meddles.
    spec = client.V1DeploymentSpec(
        paused=True, replicas=0, selector=client.V1LabelSelector(match_labels=labels), template=template
    )
    return client.V1Deployment(metadata=client.V1ObjectMeta(name=name), spec=spec)


def converse(speaker):
    config_maps(speaker)
    collections(speaker)
    workloads(speaker)
    manifests(speaker)
    access(speaker)


def config_maps(speaker):
    api, namespace = client.CoreV1Api(), speaker.namespace
    create, patch = api.create_namespaced_config_map, api.patch_namespaced_config_map
    replace, delete = api.replace_namespaced_config_map, api.delete_namespaced_config_map
    speaker.turn("read of nothing", api.read_namespaced_config_map, "nobody", namespace)
    speaker.turn("dry create", create, namespace, config_map("news"), dry_run="All")
    speaker.turn("create", create, namespace, config_map("news", {"a": "1"}))
    speaker.turn("create again", create, namespace, config_map("news"))
    speaker.turn("create with a bad name", create, namespace, config_map("News"))
    speaker.turn("create with a number", create, namespace, config_map("bad", {"a": 1}))
    speaker.turn(
        "strict create",
        create,
        namespace,
        {"metadata": {"name": "bad"}, "date": {}},
        field_validation="Strict",
    )
    speaker.turn("read", api.read_namespaced_config_map, "news", namespace)
    speaker.turn("replace", replace, "news", namespace, config_map("news", {"a": "2"}))
    stale = config_map("news")
    stale.metadata.resource_version = "1"
    speaker.turn("stale replace", replace, "news", namespace, stale)
    speaker.turn("replace of nothing", replace, "nobody", namespace, config_map("nobody"))
    speaker.turn("default patch", patch, "news", namespace, {"data": {"b": "3"}})
    merge = {"_content_type": "application/merge-patch+json"}
    speaker.turn("merge patch", patch, "news", namespace, {"data": {"b": None}}, **merge)
    strategic = {"_content_type": "application/strategic-merge-patch+json"}
    speaker.turn(
        "strategic patch", patch, "news", namespace, {"metadata": {"labels": {"seen": "yes"}}}, **strategic
    )
    operations = [
        {"op": "test", "path": "/data/a", "value": "2"},
        {"op": "add", "path": "/data/c", "value": "4"},
    ]
    speaker.turn("JSON patch", patch, "news", namespace, operations)
    speaker.turn("JSON patch that fails", patch, "news", namespace, [{**operations[0], "value": "9"}])
    apply = {"_content_type": "application/apply-patch+yaml", "field_manager": "press"}
    wanted = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "news"}, "data": {"a": "5"}}
    speaker.turn("apply", patch, "news", namespace, wanted, **apply)
    speaker.turn("apply by force", patch, "news", namespace, wanted, **apply, force=True)
    speaker.turn(
        "apply without a manager", patch, "news", namespace, wanted, _content_type=apply["_content_type"]
    )
    uid = {"preconditions": {"uid": "00000000-0000-0000-0000-000000000000"}}
    speaker.turn("delete with a wrong uid", delete, "news", namespace, body=uid)
    speaker.turn("delete", delete, "news", namespace)
    speaker.turn("delete again", delete, "news", namespace)


def collections(speaker):
    api, namespace = client.CoreV1Api(), speaker.namespace
    list_all = api.list_namespaced_config_map
    for number in range(3):
        api.create_namespaced_config_map(namespace, config_map(f"page-{number}"))
    speaker.turn("list", list_all, namespace, label_selector=SELECTOR)
    speaker.turn("list by field", list_all, namespace, field_selector="metadata.name=page-1")
    speaker.turn("list by an unknown field", list_all, namespace, field_selector="data.a=b")
    speaker.turn("list by half a selector", list_all, namespace, label_selector="a in (")
    speaker.turn("pages", pages, list_all, namespace)
    speaker.turn("watch", watched, api, namespace)
    remove = api.delete_collection_namespaced_config_map
    speaker.turn("delete of a collection", lambda: remove(namespace, label_selector=SELECTOR).kind)
    speaker.turn("list of nothing", list_all, namespace, label_selector=SELECTOR)


def pages(list_all, namespace):
    found, token = [], None
    while token != "":
        page = list_all(namespace, label_selector=SELECTOR, limit=2, _continue=token)
        names = [item.metadata.name for item in page.items]
        found.append({"names": names, "remaining": page.metadata.remaining_item_count})
        token = page.metadata._continue or ""
    return found


def watched(api, namespace):
    """The types and names of what a watch tells, while something changes."""
    events, watcher = [], watch.Watch()
    options = {"label_selector": SELECTOR, "timeout_seconds": PATIENCE_SECONDS}
    for event in watcher.stream(api.list_namespaced_config_map, namespace, **options):
        events.append([event["type"], event["object"].metadata.name, event["object"].data])
        if len(events) == 3:
            api.patch_namespaced_config_map("page-1", namespace, {"data": {"a": "b"}})
            api.delete_namespaced_config_map("page-0", namespace)
        if len(events) == 5:
            watcher.stop()
    return events


def workloads(speaker):
    api, namespace = client.AppsV1Api(), speaker.namespace
    speaker.turn("create of a deployment", api.create_namespaced_deployment, namespace, deployment("press"))
    speaker.turn(
        "invalid deployment", api.create_namespaced_deployment, namespace, deployment("other", image="")
    )
    scale = {"spec": {"replicas": -1}}
    speaker.turn("its scale", api.read_namespaced_deployment_scale, "press", namespace)
    speaker.turn("a wrong scale", api.patch_namespaced_deployment_scale, "press", namespace, scale)
    image = {"spec": {"template": {"spec": {"containers": [{"name": "main", "image": "press:2"}]}}}}
    another = api.patch_namespaced_deployment
    speaker.turn("another image", lambda: another("press", namespace, image).spec)
    status = {"status": {"replicas": 3}}
    speaker.turn(
        "its status",
        lambda: api.patch_namespaced_deployment_status("press", namespace, status).status.replicas,
    )
    options = {"body": client.V1DeleteOptions(propagation_policy="Background")}
    speaker.turn(
        "delete of a deployment",
        lambda: api.delete_namespaced_deployment("press", namespace, **options).status,
    )


def manifests(speaker):
    service = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "paper"},
        "spec": {"clusterIP": "None", "ports": [{"port": 80}]},
    }
    bad = {**service, "metadata": {"name": "Paper"}, "spec": {"ports": []}}
    both = {"apiVersion": "v1", "kind": "List", "items": [service, bad]}

    def create():
        try:
            return utils.create_from_dict(speaker.api, both, namespace=speaker.namespace)
        except utils.FailToCreateError as error:
            return [[one.status, one.body] for one in error.api_exceptions]

    speaker.turn("create from a manifest", create)
    core = client.CoreV1Api()
    speaker.turn("what came of it", core.read_namespaced_service, "paper", speaker.namespace)
    speaker.turn(
        "delete of the service", lambda: core.delete_namespaced_service("paper", speaker.namespace).status
    )


def access(speaker):
    core, namespace = client.CoreV1Api(), speaker.namespace
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not core.list_namespaced_service_account(namespace).items and time.monotonic() < deadline:
        time.sleep(0.1)
    attributes = client.V1ResourceAttributes(namespace=namespace, verb="delete", resource="pods")
    spec = client.V1SelfSubjectAccessReviewSpec(resource_attributes=attributes)
    review = client.V1SelfSubjectAccessReview(spec=spec)
    reviews = client.AuthorizationV1Api()
    speaker.turn("may I", lambda: reviews.create_self_subject_access_review(review).status)
    request = client.AuthenticationV1TokenRequest(spec=client.V1TokenRequestSpec(audiences=[]))
    token = core.create_namespaced_service_account_token("default", namespace, request).status.token
    speaker.turn("whoami by a token", lambda: whoami(speaker, token).status.user_info.username)
    speaker.turn("list by a token", client.CoreV1Api(bearer(token)).list_namespaced_pod, namespace)
    speaker.turn("list by no token", client.CoreV1Api(bearer("nonsense")).list_namespaced_pod, namespace)


def bearer(token):
    """A client that says who it is by a token alone."""
    known = client.Configuration.get_default_copy()
    other = client.Configuration(host=known.host)
    other.ssl_ca_cert = known.ssl_ca_cert
    other.api_key = {"authorization": f"Bearer {token}"}
    return client.ApiClient(other)


def whoami(speaker, token):
    return client.AuthenticationV1Api(bearer(token)).create_self_subject_review({})
