//! Forwards one connection.

use std::{
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

/// The proxy's current behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    Whole,
    Cut,
    Hanging,
    Late(Duration),
    LostAfter(&'static [&'static [u8]]),
}

/// The proxy's instructions for a connection.
#[derive(Debug, Clone)]
pub(crate) struct Orders {
    pub(crate) line: watch::Receiver<Line>,
    pub(crate) cuts: watch::Receiver<usize>,
    /// The number of connections that may still be lost.
    pub(crate) losses_left: Arc<AtomicUsize>,
}

/// Why forwarding ended.
enum End {
    /// One side closed its direction. The other may continue.
    Said,
    Closed,
    /// The connection stays open, and neither side receives anything.
    Hanging,
    Lost,
}

/// Forwards a connection until it ends or the line breaks.
pub(crate) async fn forward(client: TcpStream, target: String, mut orders: Orders) {
    orders.cuts.mark_unchanged();
    let now = *orders.line.borrow_and_update();
    match now {
        Line::Cut => return,
        Line::Hanging => return until_it_hangs_no_more(&mut orders.line).await,
        Line::Whole | Line::Late(_) | Line::LostAfter(_) => (),
    }
    let Ok(server) = TcpStream::connect(target).await else {
        return;
    };
    // Small packets must not be delayed.
    if client.set_nodelay(true).and(server.set_nodelay(true)).is_err() {
        return;
    }
    // Keep both halves until the end, because dropping one would notify the other side.
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    let end = {
        let mut up = pin!(pump(&mut from_client, &mut to_server, orders.clone(), true));
        let mut down = pin!(pump(&mut from_server, &mut to_client, orders.clone(), false));
        tokio::select! {
            end = &mut up => if matches!(end, End::Said) { down.await } else { end },
            end = &mut down => if matches!(end, End::Said) { up.await } else { end },
        }
    };
    // A connection that was open before `lose_after` is lost silently, too. Only a later change ends it.
    orders.line.mark_unchanged();
    match end {
        End::Said | End::Closed => (),
        End::Hanging => until_it_hangs_no_more(&mut orders.line).await,
        End::Lost => tokio::select! {
            () = until_closed(&mut from_client) => (),
            _ = orders.line.changed() => (),
        },
    }
}

/// Forwards one direction.
async fn pump(
    from: &mut OwnedReadHalf,
    to: &mut OwnedWriteHalf,
    Orders {
        mut line,
        mut cuts,
        losses_left,
    }: Orders,
    is_client: bool,
) -> End {
    let (mut buffer, mut seen) = (vec![0; 64 * 1024], 0);
    loop {
        let read = tokio::select! {
            biased;
            _ = cuts.changed() => return End::Closed,
            changed = line.changed() => match (changed, *line.borrow_and_update()) {
                (Err(_), _) | (_, Line::Cut) => return End::Closed,
                (_, Line::Hanging) => return End::Hanging,
                _ => continue,
            },
            read = from.read(&mut buffer) => read,
        };
        let now = *line.borrow();
        let Ok(length @ 1..) = read else {
            return if to.shutdown().await.is_ok() {
                End::Said
            } else {
                End::Closed
            };
        };
        let bytes = &buffer[..length];
        if let Line::Late(by) = now {
            tokio::time::sleep(by).await;
        }
        if to.write_all(bytes).await.is_err() {
            return End::Closed;
        }
        if let (true, Line::LostAfter(wanted)) = (is_client, now) {
            while wanted.get(seen).is_some_and(|wanted| holds(bytes, wanted)) {
                seen += 1;
            }
            let take_one = |left: usize| left.checked_sub(1);
            if seen == wanted.len()
                && losses_left
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take_one)
                    .is_ok()
            {
                return End::Lost;
            }
            seen %= wanted.len();
        }
    }
}

fn holds(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|part| part == wanted)
}

/// Reads and discards what the client sends, like a kernel whose packets are lost later, until the client
/// gives up.
async fn until_closed(from: &mut OwnedReadHalf) {
    let mut lost = [0; 1024];
    while from.read(&mut lost).await.is_ok_and(|length| length > 0) {}
}

async fn until_it_hangs_no_more(line: &mut watch::Receiver<Line>) {
    while *line.borrow_and_update() == Line::Hanging {
        if line.changed().await.is_err() {
            return;
        }
    }
}
