"""Prints what each named task came to, one line of JSON for each."""

import json

from ansible.plugins.callback import CallbackBase

DOCUMENTATION = """
name: turns
type: stdout
short_description: one line of JSON for each named task
"""

# What says something about this machine, or about Ansible alone.
HIDDEN = {"invocation", "deprecations", "duration", "exception", "ansible_facts"}


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "stdout"
    CALLBACK_NAME = "turns"

    def v2_runner_on_ok(self, result):
        self._print(result)

    def v2_runner_on_failed(self, result, ignore_errors=False):
        self._print(result)

    def v2_runner_on_unreachable(self, result):
        self._print(result)

    def _print(self, result):
        name = result.task.name
        if name:
            print(json.dumps([name, shown(result.result)], sort_keys=True), flush=True)


def shown(value):
    if isinstance(value, list):
        return [shown(item) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {key: shown(member) for key, member in value.items() if not key.startswith("_ansible")}
    return {key: member for key, member in kept.items() if key not in HIDDEN}
