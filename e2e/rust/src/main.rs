//! Clients of the official Rust SDK, moved by commands: host host:port. Each line of input is {"id", "command", ...};
//! each line of output is an event {"event", "client", ...} or an answer {"answer": id, "value" or "error" and "code"}.
//! Ends with its input.

mod commands;

use std::sync::Arc;

use rocketmq::error::ClientError;
use serde_json::{json, Value};
use tokio::io::{AsyncBufReadExt, BufReader};

use commands::Host;

#[tokio::main]
async fn main() {
    let host = Arc::new(Host::new(std::env::args().nth(1).expect("host:port")));
    println!("{}", json!({"event": "ready"}));
    let mut input = BufReader::new(tokio::io::stdin()).lines();
    while let Ok(Some(line)) = input.next_line().await {
        let command: Value = serde_json::from_str(&line).expect("a command");
        let host = host.clone();
        tokio::spawn(async move { answer(host, command).await });
    }
    std::process::exit(0);
}

async fn answer(host: Arc<Host>, command: Value) {
    let id = command["id"].clone();
    // What the SDK panics with is an error of its own.
    let line = match tokio::spawn(async move { host.carry_out(&command).await }).await {
        Ok(Ok(value)) => json!({"answer": id, "value": value}),
        Ok(Err(error)) => json!({"answer": id, "error": format!("{error:?}"), "code": code_of(&error)}),
        Err(panic) => json!({"answer": id, "error": format!("panic: {panic}"), "code": 0}),
    };
    println!("{line}");
}

/// The server's code, 0 when the failure is not the server's: the SDK gives its name only.
fn code_of(error: &ClientError) -> i32 {
    let name = error.context().iter().find(|(key, _)| *key == "code");
    match name.map(|(_, value)| value.as_str()) {
        Some("TOO_MANY_REQUESTS") => 42900,
        Some("UNAUTHORIZED") => 40100,
        Some("FORBIDDEN") => 40300,
        Some("INVALID_RECEIPT_HANDLE") => 40013,
        Some("TOPIC_NOT_FOUND") => 40402,
        _ => 0,
    }
}
