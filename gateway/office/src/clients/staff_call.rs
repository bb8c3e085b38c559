//! The trait of every call that a service answers for a staff member.

use tonic::{Request, Status};

use crate::clients::Clients;

/// A call, identified by its request message. Each method of the contract has its own request message.
pub(crate) trait StaffCall: prost::Name + Sized {
    /// The answer of the service.
    type Answer;
    /// The name of the gRPC service.
    const SERVICE: &'static str;

    /// The gRPC request with this message.
    fn request(self) -> Request<Self>;

    /// Sends the call to its service.
    fn send(
        clients: &Clients,
        request: Request<Self>,
    ) -> impl Future<Output = Result<Self::Answer, Status>> + Send;

    /// The method's name, such as `TransitionOrder`.
    fn method() -> &'static str {
        let method = Self::NAME.strip_suffix("Request");
        method.expect("the contract names a request after its method")
    }
}
