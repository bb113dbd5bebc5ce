"""Plays the playbook on an API server: `main.py kubeconfig namespace`. Each named task that ran is a line of JSON."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).parent


def main():
    _, kubeconfig, namespace = sys.argv
    # Before Ansible is loaded: that is when it reads them.
    os.environ |= {
        "ANSIBLE_CALLBACK_PLUGINS": str(HERE / "callbacks"),
        "ANSIBLE_STDOUT_CALLBACK": "turns",
        "ANSIBLE_LOCALHOST_WARNING": "false",
        "ANSIBLE_INVENTORY_UNPARSED_WARNING": "false",
        "K8S_AUTH_KUBECONFIG": kubeconfig,
        "LC_ALL": "C.UTF-8",
    }
    from ansible.cli.playbook import PlaybookCLI

    import in_process

    in_process.install()
    variables = f"place={namespace} group={namespace}.example.com"
    PlaybookCLI.cli_executor(["ansible-playbook", "-e", variables, str(HERE / "playbook.yml")])


main()
