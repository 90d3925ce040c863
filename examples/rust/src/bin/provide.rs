//! Publishes a fix ten times a second, as fix/phone or what BINNACLE_NODE says, with stamps of its own.
//!
//!     cargo build --offline
//!     cargo run --offline --bin provide

use binnacle_examples::connect;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::time::{Duration, SystemTime};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let push = zmq::Context::new().socket(zmq::PUSH)?;
    connect(&push, "publish", 0)?;
    let name = std::env::var("BINNACLE_NODE").unwrap_or("phone".into());
    let publisher = RandomState::new().build_hasher().finish() >> 11; // below 2^53
    for sequence in 0u64.. {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
        let mut message = format!("fix/{name}|").into_bytes();
        message.extend(publisher.to_le_bytes());
        message.extend(sequence.to_le_bytes());
        message.extend((now.as_nanos() as i64).to_le_bytes());
        message.extend(0u32.to_le_bytes()); // flags
        message.extend(32u16.to_le_bytes()); // length of the stamp
        message.extend([1, 0]); // version, encoding: JSON
        let longitude = 10.2 + 1e-5 * (sequence % 1000) as f64;
        let time = now.as_secs_f64();
        message.extend(
            format!(r#"{{"time":{time},"latitude":54.4,"longitude":{longitude:.7},"technology":"simulated"}}"#).bytes(),
        );
        push.send(message, 0)?;
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}
