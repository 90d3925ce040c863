//! Where the bus is: at BINNACLE_BUS, else in the folder of this user.

use std::{env, os::unix::fs::MetadataExt, process::exit};

/// Connects a socket: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
pub fn connect(socket: &zmq::Socket, name: &str, offset: u16) -> zmq::Result<()> {
    let bus = env::var("BINNACLE_BUS").ok().filter(|bus| !bus.is_empty()).unwrap_or_else(|| {
        match env::var("XDG_RUNTIME_DIR") {
            Ok(run) if !run.is_empty() => format!("ipc://{run}/binnacle"),
            _ => format!("ipc:///tmp/binnacle-{}", user()),
        }
    });
    if bus.starts_with("ipc:///") {
        return socket.connect(&format!("{bus}/{name}"));
    }
    let Some((host, port)) = bus.strip_prefix("tcp://").and_then(split) else {
        eprintln!("BINNACLE_BUS: '{bus}' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT");
        exit(2);
    };
    socket.set_ipv6(host.starts_with('['))?;
    socket.connect(&format!("tcp://{host}:{}", port + offset))
}

/// Host and port; an IPv6 address stands in brackets, in which there are colons.
fn split(address: &str) -> Option<(&str, u16)> {
    let (host, rest) = match address.find(']') {
        Some(end) if address.starts_with('[') => address.split_at(end + 1),
        _ => address.split_at(address.find(':').unwrap_or(address.len())),
    };
    let port = if rest.is_empty() { 7750 } else { rest.strip_prefix(':')?.parse().ok()? };
    let is_host = !host.is_empty() && !host.contains('/') && host.starts_with('[') == host.contains(['[', ']']);
    (is_host && (1..=65533).contains(&port)).then_some((host, port))
}

/// The number of the user, without a crate: that of our own process's folder.
fn user() -> u32 {
    std::fs::metadata("/proc/self").map(|folder| folder.uid()).unwrap_or(0)
}
