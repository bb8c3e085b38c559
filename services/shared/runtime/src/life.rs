use futures_util::future::BoxFuture;

/// The future of a program or service, from start to end.
///
/// Boxed, so that it is compiled only once. An `async fn` is compiled again in every crate that polls it,
/// with everything it calls; a service is polled by its program, by the whole-shop program and by its tests.
pub type Life = BoxFuture<'static, anyhow::Result<()>>;
