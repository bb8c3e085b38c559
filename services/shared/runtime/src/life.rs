use futures_util::future::BoxFuture;

/// What a program or a service does until it ends.
///
/// It is boxed so that it is compiled where it is written: the body of an `async fn` is compiled anew in every crate that
/// polls it, with all that it calls, and a service is polled by its program, by the shop of one process and by its tests.
pub type Life = BoxFuture<'static, anyhow::Result<()>>;
