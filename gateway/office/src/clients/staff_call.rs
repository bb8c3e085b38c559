//! What every call is that a service answers for somebody of the staff.

use tonic::{Request, Status};

use crate::clients::Clients;

/// A call, known by the message that asks for it: no two methods of the contract take the same.
pub(crate) trait StaffCall: prost::Name + Sized {
    /// What the service answers.
    type Answer;
    /// The gRPC service that answers it.
    const SERVICE: &'static str;

    /// The message as it is sent.
    fn request(self) -> Request<Self>;

    /// Sends the call to its service.
    fn send(
        clients: &Clients,
        request: Request<Self>,
    ) -> impl Future<Output = Result<Self::Answer, Status>> + Send;

    /// The method's name, such as `MoveOrder`.
    fn method() -> &'static str {
        let method = Self::NAME.strip_suffix("Request");
        method.expect("the contract names a request after its method")
    }
}
