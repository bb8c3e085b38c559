//! A fake contact service for staff, with one ticket.

use fakes::contact::v1::ticket_service_server::{SERVICE_NAME, TicketService};
use proto::contact::v1::{
    CountTicketsRequest, CountTicketsResponse, ListTicketsRequest, ListTicketsResponse, Ticket,
};
use tonic::{Request, Response, Status, async_trait};

use crate::record::Record;

pub(crate) struct FakeTickets(pub(crate) Record);

#[async_trait]
impl TicketService for FakeTickets {
    async fn list_tickets(
        &self,
        request: Request<ListTicketsRequest>,
    ) -> Result<Response<ListTicketsResponse>, Status> {
        self.0.admit(SERVICE_NAME, "ListTickets", request)?;
        let ticket = Ticket {
            number: "T0042".to_owned(),
            ..Ticket::default()
        };
        Ok(Response::new(ListTicketsResponse {
            tickets: vec![ticket],
            ..ListTicketsResponse::default()
        }))
    }

    async fn count_tickets(
        &self,
        request: Request<CountTicketsRequest>,
    ) -> Result<Response<CountTicketsResponse>, Status> {
        self.0.admit(SERVICE_NAME, "CountTickets", request)?;
        Ok(Response::new(CountTicketsResponse { open: 5, late: 2 }))
    }
}
