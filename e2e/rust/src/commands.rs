use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rocketmq::conf::{ClientOption, ProducerOption, SimpleConsumerOption};
use rocketmq::error::ClientError;
use rocketmq::model::common::{FilterExpression, FilterType};
use rocketmq::model::message::{Message, MessageBuilder, MessageView};
use rocketmq::model::transaction::{Transaction, TransactionResolution};
use rocketmq::{Producer, SimpleConsumer};
use serde_json::{json, Value};
use tokio::sync::Mutex;

/// Clients and received messages are known by the names the test gave them. The SDK has no push consumer.
pub struct Host {
    endpoint: String,
    producers: Mutex<HashMap<String, Arc<Producer>>>,
    consumers: Mutex<HashMap<String, Arc<SimpleConsumer>>>,
    received: Mutex<HashMap<String, Arc<MessageView>>>,
}

impl Host {
    pub fn new(endpoint: String) -> Self {
        let (producers, consumers, received) = Default::default();
        Host { endpoint, producers, consumers, received }
    }

    pub async fn carry_out(&self, command: &Value) -> Result<Value, ClientError> {
        match text(command, "command") {
            "producer" => self.producer(command).await,
            "simple" => self.simple(command).await,
            "send" => {
                let receipt = self.sender(command).await.send(message(command, false)?).await?;
                Ok(json!({"messageId": receipt.message_id()}))
            }
            "transaction" => self.transaction(command).await,
            "receive" => self.receive(command).await,
            "ack" => {
                let message = self.received.lock().await[text(command, "message")].clone();
                let consumer = self.consumers.lock().await[text(command, "client")].clone();
                consumer.ack(message.as_ref()).await?;
                Ok(Value::Null)
            }
            "close" => self.close(text(command, "client")).await,
            other => panic!("no command {other}"),
        }
    }

    fn options(&self, command: &Value) -> ClientOption {
        let mut options = ClientOption::default();
        options.set_access_url(self.endpoint.as_str());
        options.set_enable_tls(command["tls"].as_bool().unwrap_or(false));
        if let Some(key) = command["accessKey"].as_str() {
            options.set_access_key(key);
            options.set_secret_key(text(command, "secretKey"));
        }
        options
    }

    async fn producer(&self, command: &Value) -> Result<Value, ClientError> {
        let client = text(command, "client").to_string();
        let mut options = ProducerOption::default();
        options.set_topics(vec![text(command, "topic")]);
        let mut producer = match command["checked"].as_str() {
            None => Producer::new(options, self.options(command))?,
            Some(resolution) => {
                let (name, commits) = (client.clone(), resolution == "COMMIT");
                let checker = Box::new(move |_: String, view: MessageView| {
                    let mut line = view_of(&view);
                    line["event"] = json!("checked");
                    line["client"] = json!(name);
                    println!("{line}");
                    if commits { TransactionResolution::COMMIT } else { TransactionResolution::ROLLBACK }
                });
                Producer::new_transaction_producer(options, self.options(command), checker)?
            }
        };
        producer.start().await?;
        self.producers.lock().await.insert(client, Arc::new(producer));
        Ok(Value::Null)
    }

    async fn simple(&self, command: &Value) -> Result<Value, ClientError> {
        let mut options = SimpleConsumerOption::default();
        options.set_topics(vec![text(command, "topic")]);
        options.set_consumer_group(text(command, "group"));
        let mut consumer = SimpleConsumer::new(options, self.options(command))?;
        consumer.start().await?;
        self.consumers.lock().await.insert(text(command, "client").to_string(), Arc::new(consumer));
        Ok(Value::Null)
    }

    async fn transaction(&self, command: &Value) -> Result<Value, ClientError> {
        let producer = self.sender(command).await;
        let transaction = producer.send_transaction_message(message(command, true)?).await?;
        let id = transaction.message_id().to_string();
        match text(command, "end") {
            "COMMIT" => transaction.commit().await?,
            "ROLLBACK" => transaction.rollback().await?,
            _ => {}
        }
        Ok(json!({"messageId": id}))
    }

    async fn receive(&self, command: &Value) -> Result<Value, ClientError> {
        let consumer = self.consumers.lock().await[text(command, "client")].clone();
        let filter = FilterExpression::new(FilterType::Tag, command["tag"].as_str().unwrap_or("*"));
        let max = command["max"].as_i64().unwrap_or(16) as i32;
        let invisible = Duration::from_millis(command["invisibleMs"].as_u64().unwrap_or(10_000));
        let views = consumer.receive_with(text(command, "topic"), &filter, max, invisible).await?;
        let mut answer = vec![];
        for view in views {
            let name = format!("{}#{}", view.message_id(), view.delivery_attempt());
            let mut line = view_of(&view);
            line["name"] = json!(name);
            answer.push(line);
            self.received.lock().await.insert(name, Arc::new(view));
        }
        Ok(Value::Array(answer))
    }

    async fn close(&self, client: &str) -> Result<Value, ClientError> {
        if let Some(producer) = self.producers.lock().await.remove(client) {
            Arc::into_inner(producer).expect("nothing under way").shutdown().await?;
        }
        if let Some(consumer) = self.consumers.lock().await.remove(client) {
            Arc::into_inner(consumer).expect("nothing under way").shutdown().await?;
        }
        Ok(Value::Null)
    }

    async fn sender(&self, command: &Value) -> Arc<Producer> {
        self.producers.lock().await[text(command, "client")].clone()
    }
}

fn message(command: &Value, transaction: bool) -> Result<impl Message, ClientError> {
    let mut builder =
        MessageBuilder::builder().set_topic(text(command, "topic")).set_body(text(command, "body").as_bytes().to_vec());
    if let Some(tag) = command["tag"].as_str() {
        builder = builder.set_tag(tag);
    }
    if let Some(key) = command["key"].as_str() {
        builder = builder.set_keys(vec![key]);
    }
    if let Some(group) = command["messageGroup"].as_str() {
        builder = builder.set_message_group(group);
    }
    if let Some(delay_ms) = command["deliverInMs"].as_u64() {
        // Whole seconds: the SDK knows no others.
        builder = builder.set_delivery_timestamp(((now_ms() as u64 + delay_ms) / 1000) as i64);
    }
    if let Some(properties) = command["properties"].as_object() {
        builder = builder.set_properties(properties.iter().map(|(key, value)| (key.as_str(), value.as_str().unwrap())).collect());
    }
    if transaction { builder.enable_transaction() } else { builder }.build()
}

fn view_of(view: &MessageView) -> Value {
    static STARTED: OnceLock<Instant> = OnceLock::new();
    let mut line = json!({
        "messageId": view.message_id(),
        "topic": view.topic(),
        "body": String::from_utf8_lossy(view.body()),
        "attempt": view.delivery_attempt(),
        "keys": view.keys(),
        "properties": view.properties(),
        "atMs": STARTED.get_or_init(Instant::now).elapsed().as_micros() as f64 / 1000.0,
        "wallMs": now_ms(),
    });
    if let Some(tag) = view.tag() {
        line["tag"] = json!(tag);
    }
    if let Some(group) = view.message_group() {
        line["messageGroup"] = json!(group);
    }
    line
}

fn now_ms() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_millis() as f64
}

fn text<'a>(command: &'a Value, name: &str) -> &'a str {
    command[name].as_str().unwrap_or_default()
}
