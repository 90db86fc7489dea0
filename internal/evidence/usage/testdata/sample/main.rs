#[macro_use]
extern crate serde_json;
use std::{collections::{HashMap, hash_map::{self, Entry}}, io::{self, Read as _}};
use tokio::net::TcpListener;
use axum::{Router, routing::get, extract::*};
use crate::model::User;
use helper::Thing;
pub use reqwest::Client as Http;
mod helper;
/* use no::Such; /* nested */ use no::More; */
#[derive(serde::Deserialize)]
struct S<'a> { name: &'a str, c: char, map: HashMap<u8, Entry> }
#[tokio::main]
async fn main() {
    let q = '"'; let l = b'\''; let r = r#"use no::Such; ""#;
    let listener = TcpListener::bind("use no::Such;").await?;
    listener.accept().await;
    let app = Router::new().route("/", get(hello));
    app.layer(tower_http::cors::CorsLayer::new());
    tracing::info!("x {}", u8::from_str("1"));
    hash_map::x(io::stdin());
    let n = std::mem::size_of::<User>();
}
