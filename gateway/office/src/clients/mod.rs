//! Clients of the services behind the office. Calls for staff members go through
//! [`staff_token`](staff_token), with the token of the call.

pub(crate) mod audit_outcomes;
mod catalog_calls;
mod service_urls;
pub(crate) mod staff_token;

use std::time::Duration;

use bytes::Bytes;
use runtime::{Call, Frame, Method, Target};
use tonic::{IntoRequest, Request, Status};
use web::backend::Backend;

pub use service_urls::ServiceUrls;

/// The timeout of a service call without one in the contract: a quarter of a request's time. A transition makes
/// four calls: two for tokens, one for the order, one for the transition. A token takes a few milliseconds.
const DEADLINE: Duration = Duration::from_millis(2_400);

/// The services. A client connects at its first call and reconnects after a loss.
#[derive(Debug)]
pub(crate) struct Clients {
    catalog: Backend,
    contact: Backend,
    identity: Backend,
    inventory: Backend,
    order: Backend,
    review: Backend,
    /// The office's health check ignores this service and the next one.
    payment: Backend,
    billing: Backend,
    /// Reports the outcomes of calls to the audit log.
    pub(crate) outcomes: audit_outcomes::AuditOutcomes,
}

impl Clients {
    pub(crate) fn new(urls: ServiceUrls, frame: &Frame) -> Self {
        let backend = |target: Target| Backend::new(frame.client(target, DEADLINE));
        // One client for both, so that they share its connections.
        let identity = frame.client(urls.identity_url, DEADLINE);
        let outcomes_to = Backend::new(identity.clone());
        Self {
            outcomes: audit_outcomes::AuditOutcomes::reporting_to(outcomes_to, frame),
            catalog: backend(urls.catalog_url),
            contact: backend(urls.contact_url),
            identity: Backend::new(identity),
            inventory: backend(urls.inventory_url),
            order: backend(urls.order_url),
            review: backend(urls.review_url),
            payment: backend(urls.payment_url),
            billing: backend(urls.billing_url),
        }
    }

    /// Calls the method of this request at its service.
    pub(crate) async fn call<C: Call>(&self, request: impl IntoRequest<C>) -> Result<C::Answer, Status> {
        self.backend(C::METHOD).call::<C>(request).await
    }

    /// Calls a method with an encoded message at its service.
    async fn forward(&self, method: &'static Method, request: Request<Bytes>) -> Result<Bytes, Status> {
        self.backend(method).forward(method, request).await
    }

    /// The client of the program that answers a method.
    fn backend(&self, method: &Method) -> &Backend {
        match method.program() {
            "catalog" => &self.catalog,
            "contact" => &self.contact,
            "identity" => &self.identity,
            "inventory" => &self.inventory,
            "order" => &self.order,
            "review" => &self.review,
            "payment" => &self.payment,
            "billing" => &self.billing,
            _ => unreachable!("the contract has no other program: {}", method.service),
        }
    }

    /// Calls the services that were down at their last call, to learn whether they are back.
    pub(crate) async fn probe_all(&self) {
        tokio::join!(
            self.catalog.probe(),
            self.identity.probe(),
            self.inventory.probe(),
            self.order.probe(),
            self.review.probe(),
            self.contact.probe(),
        );
    }

    /// Whether each service answered its last call: catalog, identity, inventory, order, review, contact.
    pub(crate) fn are_up(&self) -> [Option<bool>; 6] {
        [
            self.catalog.is_up(),
            self.identity.is_up(),
            self.inventory.is_up(),
            self.order.is_up(),
            self.review.is_up(),
            self.contact.is_up(),
        ]
    }
}

/// True for pages of exports and for the books of a month.
pub(crate) fn is_export(method: &Method) -> bool {
    let is_of_a_month = matches!(method.name, "ListEntries" | "ListSalesRegister" | "GetGstSummary");
    method.name.starts_with("Export") || is_of_a_month
}

#[cfg(test)]
mod tests {
    use proto::billing::v1::{GetTrialBalanceRequest, ListEntriesRequest};

    use super::*;

    #[test]
    fn the_books_of_a_month_are_an_export_and_the_trial_balance_is_none() {
        assert!(is_export(ListEntriesRequest::METHOD));
        assert!(!is_export(GetTrialBalanceRequest::METHOD));
    }
}
