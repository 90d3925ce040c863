//! Prints every fix on the bus: topic, sequence, payload.
//!
//!     cargo build --offline
//!     cargo run --offline --bin subscribe

use binnacle_examples::connect;

/// Topic, sequence and payload of a message of version 1.
fn read(message: &[u8]) -> Option<(&[u8], u64, &[u8])> {
    let bar = message.iter().position(|&byte| byte == b'|')?;
    let (topic, rest) = (&message[..bar], &message[bar + 1..]);
    let sequence = u64::from_le_bytes(rest.get(8..16)?.try_into().ok()?);
    let length = u16::from_le_bytes(rest.get(28..30)?.try_into().ok()?);
    let payload = rest.get(usize::from(length)..)?;
    (*rest.get(30)? == 1).then_some((topic, sequence, payload))
}

fn main() -> zmq::Result<()> {
    let sub = zmq::Context::new().socket(zmq::SUB)?;
    connect(&sub, "subscribe", 1)?;
    sub.set_subscribe(b"fix/")?;
    loop {
        if let Some((topic, sequence, payload)) = read(&sub.recv_bytes(0)?) {
            println!("{} {sequence} {}", String::from_utf8_lossy(topic), String::from_utf8_lossy(payload));
        }
    }
}
