//! The form of a contract between programs: methods, identified by their request messages, and access rules.
//! `proto` generates the values from the .proto files, `runtime` calls the methods and applies the rules.

use std::time::Duration;

/// A contract: all methods of all services.
#[derive(Debug, Clone, Copy, Default)]
pub struct Contract {
    /// The methods.
    pub methods: &'static [&'static Method],
    /// The rights of callers that differ from the others'.
    pub rights: &'static [Rights],
    /// The encoded `FileDescriptorSet`, for gRPC reflection.
    pub descriptors: &'static [u8],
}

/// The request message of a method. Each method has its own.
pub trait Call: prost::Message + Default + 'static {
    /// The answer of the method.
    type Answer: prost::Message + Default + 'static;
    /// The method.
    const METHOD: &'static Method;

    /// The value that identifies the object of the call: [`StaffRule::subject`]. Empty for lists.
    #[expect(
        clippy::unnecessary_literal_bound,
        reason = "methods with a subject return a field"
    )]
    fn subject(&self) -> &str {
        ""
    }
}

/// A gRPC method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// The gRPC service, such as `shop.order.v1.OrderService`.
    pub service: &'static str,
    /// The name, such as `TransitionOrder`.
    pub name: &'static str,
    /// The HTTP path: service and name.
    pub path: &'static str,
    /// True if a repeated call has no further effect: the idempotency level of the contract.
    pub is_repeatable: bool,
    /// The time that a caller waits for the answer. `None` if each caller decides.
    pub deadline: Option<Duration>,
    /// The programs that may call it on their own.
    pub callers: &'static [&'static str],
    /// The rule for calling it for staff. `None` if it may not be called for staff.
    pub staff: Option<StaffRule>,
}

/// The rule for calling a method for staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaffRule {
    /// The required permission, such as `orders.read`.
    pub permission: &'static str,
    /// True if the staff member must have just confirmed password and authenticator code.
    pub needs_reauthentication: bool,
    /// The numbers and names of the request's fields that identify its object, such as an order's ID. The first
    /// field with a value counts. A token is valid for that object only. Empty for lists.
    pub subject: &'static [(u32, &'static str)],
    /// The path of the request's repeated field that names several objects, as field numbers. The staff log has an
    /// entry for each value. Empty if there is none.
    pub subjects: &'static [u32],
    /// The path of the answer's field whose values the staff log records as shown, as field numbers. Empty if it
    /// records none.
    pub shown: &'static [u32],
    /// True if the answer shows no person. The staff log has no entry of such a call.
    pub is_impersonal: bool,
}

/// The rights of a caller in all methods of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rights {
    /// The gRPC service that names them, such as `shop.order.v1.OrderService`.
    pub service: &'static str,
    /// The calling program.
    pub caller: &'static str,
    /// The groups of personal or secret fields that answers to the caller include.
    pub reads: &'static [&'static str],
    /// The actor for whom the caller may act. Empty if for none.
    pub acts_as: &'static str,
}

impl Method {
    /// The name of the program that answers it, such as `order`.
    pub fn program(&self) -> &'static str {
        program_of(self.service)
    }
}

impl Contract {
    /// The methods of a program, such as `order`.
    pub fn methods_of(&self, program: &str) -> impl Iterator<Item = &'static Method> {
        let methods = self.methods.iter().copied();
        methods.filter(move |method| method.program() == program)
    }

    /// The method with this service and name.
    pub fn method(&self, service: &str, name: &str) -> Option<&'static Method> {
        let mut methods = self.methods.iter().copied();
        methods.find(|method| method.service == service && method.name == name)
    }

    /// The rights of a caller in a program, such as `order`.
    pub fn rights(&self, program: &str, caller: &str) -> Option<&'static Rights> {
        let mut rights = self.rights.iter();
        rights.find(|rights| program_of(rights.service) == program && rights.caller == caller)
    }
}

/// The program of a gRPC service: `order` of `shop.order.v1.OrderService`.
fn program_of(service: &str) -> &str {
    service.split('.').nth(1).unwrap_or_default()
}
