//! A fake contact service for staff, with one ticket.

use std::sync::{Arc, Mutex};

use fakes::contact::v1::ticket_service_server::{SERVICE_NAME, TicketService};
use proto::contact::v1::{
    AddTicketNoteRequest, AddTicketNoteResponse, AnswerTicketRequest, AnswerTicketResponse,
    CountTicketsRequest, CountTicketsResponse, GetTicketRequest, GetTicketResponse, ListTicketsRequest,
    ListTicketsResponse, SetTicketStateRequest, SetTicketStateResponse, Ticket, TicketEntry, TicketEntryKind,
    TicketState,
};
use tonic::{Request, Response, Status, async_trait};

use crate::{fake_staff::ASHA, record::Record};

pub(crate) const TICKET: &str = "01936f00-0000-7000-8000-0000000000f1";
pub(crate) const ENTRY: &str = "01936f00-0000-7000-8000-0000000000f2";

#[derive(Clone)]
pub(crate) struct FakeTickets {
    pub(crate) record: Record,
    /// The lists that were requested.
    pub(crate) lists: Arc<Mutex<Vec<ListTicketsRequest>>>,
    /// The answers that were given.
    pub(crate) answers: Arc<Mutex<Vec<AnswerTicketRequest>>>,
}

/// An open ticket.
pub(crate) fn open() -> Ticket {
    Ticket {
        message_id: TICKET.to_owned(),
        number: "T0042".to_owned(),
        state: TicketState::Open.into(),
        name: "Meera Shah".to_owned(),
        email: "meera@gmail.com".to_owned(),
        phone: "9876543211".to_owned(),
        subject: "order status".to_owned(),
        excerpt: "Where is my parcel?".to_owned(),
        received_at: "2026-11-24T06:30:00Z".to_owned(),
        answer_due_at: "2026-11-26T06:30:00Z".to_owned(),
        close_due_at: "2026-12-24T06:30:00Z".to_owned(),
        ..Ticket::default()
    }
}

fn closed() -> Ticket {
    Ticket {
        state: TicketState::Closed.into(),
        answered_at: "2026-11-25T06:30:00Z".to_owned(),
        closed_at: "2026-11-25T07:00:00Z".to_owned(),
        ..open()
    }
}

impl FakeTickets {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            lists: Arc::default(),
            answers: Arc::default(),
        }
    }
}

#[async_trait]
impl TicketService for FakeTickets {
    async fn list_tickets(
        &self,
        request: Request<ListTicketsRequest>,
    ) -> Result<Response<ListTicketsResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ListTickets", request)?;
        let is_first = asked.page_token.is_empty();
        self.lists.lock().unwrap().push(asked);
        Ok(Response::new(ListTicketsResponse {
            tickets: vec![open()],
            next_page_token: if is_first { "2".to_owned() } else { String::new() },
        }))
    }

    async fn count_tickets(
        &self,
        request: Request<CountTicketsRequest>,
    ) -> Result<Response<CountTicketsResponse>, Status> {
        self.record.admit(SERVICE_NAME, "CountTickets", request)?;
        Ok(Response::new(CountTicketsResponse { open: 5, late: 2 }))
    }

    async fn get_ticket(
        &self,
        request: Request<GetTicketRequest>,
    ) -> Result<Response<GetTicketResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "GetTicket", request)?;
        if asked.message_id != TICKET {
            return Err(Status::not_found("There is no such message."));
        }
        let entry = |kind: TicketEntryKind, text: &str, staff_id: &str, is_unverified| TicketEntry {
            id: ENTRY.to_owned(),
            kind: kind.into(),
            text: text.to_owned(),
            written_at: "2026-11-25T06:30:00Z".to_owned(),
            staff_id: staff_id.to_owned(),
            is_unverified,
        };
        Ok(Response::new(GetTicketResponse {
            ticket: Some(closed()),
            entries: vec![
                entry(TicketEntryKind::FromShopper, "Where is my parcel?", "", false),
                entry(TicketEntryKind::Answer, "It is on its way.", ASHA, false),
                entry(TicketEntryKind::FromShopper, "Send it elsewhere.", "", true),
                entry(TicketEntryKind::Closed, "", ASHA, false),
            ],
            reply_address: "reply+1@shop.example".to_owned(),
        }))
    }

    async fn answer_ticket(
        &self,
        request: Request<AnswerTicketRequest>,
    ) -> Result<Response<AnswerTicketResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "AnswerTicket", request)?;
        self.answers.lock().unwrap().push(asked);
        Ok(Response::new(AnswerTicketResponse {
            ticket: Some(closed()),
        }))
    }

    async fn add_ticket_note(
        &self,
        request: Request<AddTicketNoteRequest>,
    ) -> Result<Response<AddTicketNoteResponse>, Status> {
        self.record.admit(SERVICE_NAME, "AddTicketNote", request)?;
        Ok(Response::new(AddTicketNoteResponse { ticket: Some(open()) }))
    }

    async fn set_ticket_state(
        &self,
        request: Request<SetTicketStateRequest>,
    ) -> Result<Response<SetTicketStateResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "SetTicketState", request)?;
        let ticket = if asked.state() == TicketState::Closed {
            closed()
        } else {
            open()
        };
        Ok(Response::new(SetTicketStateResponse { ticket: Some(ticket) }))
    }
}
