use async_nats::jetstream::{self, stream};
use runtime::Secret;

use crate::eventually;

/// Connects to JetStream, and creates the streams of other services, each with its name and its subject.
pub async fn jetstream(nats_url: &str, streams: &[(&str, &str)]) -> jetstream::Context {
    let client = nats::connect(&Secret::from(nats_url.to_owned()), None).await;
    let jetstream = jetstream::new(client.expect("it is an address"));
    for (name, subject) in streams {
        let config = stream::Config {
            name: (*name).to_owned(),
            subjects: vec![(*subject).to_owned()],
            ..stream::Config::default()
        };
        eventually("the stream is made", async || {
            jetstream.get_or_create_stream(&config).await.ok()
        })
        .await;
    }
    jetstream
}
