"""Clients of the official Python SDK, moved by commands: host.py host:port. Each line of input is {"id", "command", ...};
each line of output is an event {"event", "client", ...} or an answer {"answer": id, "value" or "error" and "code"}. Ends
with its input."""

import json
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from rocketmq import (ClientConfiguration, ConsumeResult, Credentials, FilterExpression, Message, MessageListener,
                      Producer, PushConsumer, SimpleConsumer, TransactionChecker, TransactionResolution)

# What the documentation shows is what runs.
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "docs", "snippets", "python"))
from report_failures import ReportFailures  # noqa: E402

printing = threading.Lock()


def show(line):
    with printing:
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def view_of(message):
    line = {
        "messageId": message.message_id,
        "topic": message.topic,
        "body": message.body.decode(),
        "attempt": message.delivery_attempt,
        "keys": list(message.keys or []),
        "properties": dict(message.properties or {}),
        "atMs": time.monotonic() * 1000,
        "wallMs": time.time() * 1000,
    }
    if message.tag:
        line["tag"] = message.tag
    if message.message_group:
        line["messageGroup"] = message.message_group
    return line


def report(event, client, message, **rest):
    show({"event": event, "client": client, **view_of(message), **rest})


class Listener(MessageListener):
    """Fails the deliveries up to "failing" of each message (all with a negative one) after working "workMs"."""

    def __init__(self, command):
        self.client = command["client"]
        self.failing = command.get("failing", 0)
        self.throwing = "report" in command
        self.work_s = command.get("workMs", 0) / 1000
        self.seen = {}

    def consume(self, message):
        report("received", self.client, message)
        time.sleep(self.work_s)
        # An ordered consumer of this SDK does not count its own tries in the message.
        self.seen[message.message_id] = self.seen.get(message.message_id, 0) + 1
        fails = self.failing < 0 or self.seen[message.message_id] <= self.failing
        report("ended", self.client, message, result="FAILURE" if fails else "SUCCESS")
        if fails and self.throwing:
            raise RuntimeError("thrown by the listener")
        return ConsumeResult.FAILURE if fails else ConsumeResult.SUCCESS


class Checker(TransactionChecker):
    def __init__(self, client, resolution):
        self.client = client
        self.resolution = resolution

    def check(self, message):
        report("checked", self.client, message)
        return self.resolution


class Host:
    """Clients and received messages are known by the names the test gave them."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.clients = {}
        self.received = {}

    def carry_out(self, command):
        return getattr(self, "do_" + command["command"])(command)

    def configuration(self, command):
        credentials = Credentials(command.get("accessKey", ""), command.get("secretKey", ""))
        return ClientConfiguration(self.endpoint, credentials)

    def start(self, command, client):
        client.startup()
        self.clients[command["client"]] = client

    def do_producer(self, command):
        checker = None
        if "checked" in command:
            checker = Checker(command["client"], getattr(TransactionResolution, command["checked"]))
        self.start(command, Producer(self.configuration(command), (command["topic"],), checker, command["tls"]))

    def do_push(self, command):
        filters = {command["topic"]: FilterExpression(command.get("tag", "*"))}
        listener = Listener(command)
        if "report" in command:
            where = command["report"]
            listener = ReportFailures(listener, where["url"], where["token"], command["group"], where["appVersion"])
        self.start(command, PushConsumer(self.configuration(command), command["group"], listener, filters,
                                         tls_enable=command["tls"]))

    def do_simple(self, command):
        filters = {command["topic"]: FilterExpression(command.get("tag", "*"))}
        self.start(command, SimpleConsumer(self.configuration(command), command["group"], filters,
                                           await_duration=5, tls_enable=command["tls"]))

    def do_send(self, command):
        return {"messageId": self.clients[command["client"]].send(message_of(command)).message_id}

    def do_transaction(self, command):
        producer = self.clients[command["client"]]
        transaction = producer.begin_transaction()
        receipt = producer.send(message_of(command), transaction)
        if command["end"] == "COMMIT":
            transaction.commit()
        elif command["end"] == "ROLLBACK":
            transaction.rollback()
        return {"messageId": receipt.message_id}

    def do_receive(self, command):
        answer = []
        # Whole seconds: the SDK knows no others.
        for message in self.clients[command["client"]].receive(command["max"], command["invisibleMs"] // 1000) or []:
            name = f"{message.message_id}#{message.delivery_attempt}"
            self.received[name] = message
            answer.append({**view_of(message), "name": name})
        return answer

    def do_ack(self, command):
        self.clients[command["client"]].ack(self.received[command["message"]])

    def do_change(self, command):
        message = self.received[command["message"]]
        self.clients[command["client"]].change_invisible_duration(message, command["invisibleMs"] // 1000)

    def do_close(self, command):
        self.clients[command["client"]].shutdown()


def message_of(command):
    message = Message()
    message.topic = command["topic"]
    message.body = command["body"].encode()
    if "tag" in command:
        message.tag = command["tag"]
    if "key" in command:
        message.keys = command["key"]
    if "messageGroup" in command:
        message.message_group = command["messageGroup"]
    if "deliverInMs" in command:
        message.delivery_timestamp = int(time.time() + command["deliverInMs"] / 1000)
    for key, value in command.get("properties", {}).items():
        message.add_property(key, value)
    return message


def answer(host, command):
    try:
        show({"answer": command["id"], "value": host.carry_out(command)})
    except Exception as error:
        show({"answer": command["id"], "error": f"{type(error).__name__}: {error}", "code": getattr(error, "code", 0)})


def main():
    host = Host(sys.argv[1])
    workers = ThreadPoolExecutor(32)
    show({"event": "ready"})
    for line in sys.stdin:
        workers.submit(answer, host, json.loads(line))
    os._exit(0)


main()
