//! Where the bus is: at BINNACLE_BUS, else in the folder of this user.

use std::{env, os::unix::fs::MetadataExt};

/// Where to connect: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
pub fn endpoint(name: &str, offset: u16) -> String {
    let bus = env::var("BINNACLE_BUS").ok().filter(|bus| !bus.is_empty()).unwrap_or_else(|| {
        match env::var("XDG_RUNTIME_DIR") {
            Ok(run) => format!("ipc://{run}/binnacle"),
            Err(_) => format!("ipc:///tmp/binnacle-{}", user()),
        }
    });
    let Some(host) = bus.strip_prefix("tcp://") else { return format!("{bus}/{name}") };
    let (host, port) = host.split_once(':').unwrap_or((host, "7750"));
    format!("tcp://{host}:{}", port.parse::<u16>().expect("BINNACLE_BUS has a port") + offset)
}

/// The number of the user, without a crate: that of our own process's folder.
fn user() -> u32 {
    std::fs::metadata("/proc/self").map(|folder| folder.uid()).unwrap_or(0)
}
