"""Lets Ansible run Python modules in the process that a task has anyway, instead of packing, copying and starting each.

A task takes a tenth of a second then, instead of one or two. It goes by the pinned Ansible's own functions.
"""

import contextlib
import importlib
import io
import json

import kubernetes.dynamic  # noqa: F401: once, for all tasks
from ansible.module_utils.testing import patch_module_args
from ansible.plugins.action import ActionBase


def _execute_module(action, module_name=None, module_args=None, task_vars=None, **_):
    name = module_name or action._task.action
    arguments = dict(action._task.args if module_args is None else module_args)
    action._update_module_args(name, arguments, task_vars or {})
    module = importlib.import_module(module_path(name))
    printed = io.StringIO()
    with patch_module_args(arguments), contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        module.main()
    return json.loads(printed.getvalue())


def module_path(name):
    namespace, collection, module = name.removeprefix("ansible.legacy.").split(".")
    return f"ansible_collections.{namespace}.{collection}.plugins.modules.{module}"


def install():
    ActionBase._execute_module = _execute_module
