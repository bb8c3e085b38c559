//! The gRPC methods for staff, who see messages as tickets. The staff member comes from the call's token,
//! never from the request.

use proto::contact::v1::{
    AddTicketNoteRequest, AddTicketNoteResponse, AnswerTicketRequest, AnswerTicketResponse,
    CountTicketsRequest, CountTicketsResponse, GetAnswerRequest, GetAnswerResponse, GetTicketRequest,
    GetTicketResponse, ListTicketsRequest, ListTicketsResponse, SetTicketStateRequest,
    SetTicketStateResponse, TicketState, ticket_service_server::TicketService,
};
use runtime::{
    Staff,
    status::{Rule, Violation, field},
};
use time::OffsetDateTime;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::messages::{rfc3339, state_from_contract, thread, ticket},
    tickets::{
        entry_store,
        list::{self, TicketSearch},
        operations::{StaffAction, TicketOperations},
        reply_address::ReplyAddress,
        staff_entry::{self, StaffEntry},
        ticket::State,
        ticket_number, ticket_store,
    },
};

/// The implementation of `TicketService`.
#[derive(Debug)]
pub struct TicketsApi {
    /// The ticket operations.
    pub operations: TicketOperations,
    /// The reply mailbox that the shop reads, if it has one.
    pub reply_address: Option<ReplyAddress>,
}

#[async_trait]
impl TicketService for TicketsApi {
    async fn list_tickets(
        &self,
        request: Request<ListTicketsRequest>,
    ) -> Result<Response<ListTicketsResponse>, Status> {
        let request = request.into_inner();
        let state = known_state(request.state).map_err(Error::Invalid)?;
        let search = TicketSearch::parse(state, &request.query, request.page_size, &request.page_token);
        let search = search.map_err(Error::Invalid)?;
        let tickets = list::tickets(&self.operations.db, &search)
            .await
            .map_err(Error::from)?;
        let next_page_token = search.page.next(&tickets, |last| search.cursor(last));
        Ok(Response::new(ListTicketsResponse {
            tickets: tickets.into_iter().map(ticket).collect(),
            next_page_token,
        }))
    }

    async fn count_tickets(
        &self,
        _: Request<CountTicketsRequest>,
    ) -> Result<Response<CountTicketsResponse>, Status> {
        let counts = ticket_store::count(&self.operations.db, OffsetDateTime::now_utc()).await;
        let counts = counts.map_err(Error::from)?;
        let few = |count: i64| i32::try_from(count).expect("no more than 1,000 are counted");
        Ok(Response::new(CountTicketsResponse {
            open: few(counts.open),
            late: few(counts.late),
        }))
    }

    async fn get_ticket(
        &self,
        request: Request<GetTicketRequest>,
    ) -> Result<Response<GetTicketResponse>, Status> {
        let id = id("message_id", &request.get_ref().message_id)?;
        let found = ticket_store::find(&self.operations.db, id)
            .await
            .map_err(Error::from)?;
        let head = ticket_store::thread_head(&self.operations.db, id)
            .await
            .map_err(Error::from)?;
        let (found, head) = found.zip(head).ok_or(Error::Unknown)?;
        let entries = entry_store::newest(&self.operations.db, id)
            .await
            .map_err(Error::from)?;
        Ok(Response::new(GetTicketResponse {
            entries: thread(&found, head.message, entries),
            ticket: Some(ticket(found)),
            reply_address: self.reply_address(head.reply_token),
        }))
    }

    async fn answer_ticket(
        &self,
        request: Request<AnswerTicketRequest>,
    ) -> Result<Response<AnswerTicketResponse>, Status> {
        let by = staff_action(&request)?;
        let request = request.into_inner();
        let entry_id = ("answer_id", &*request.answer_id);
        let answer =
            StaffEntry::parse(&request.message_id, entry_id, &request.text).map_err(Error::Invalid)?;
        let answered = self.operations.answer(&answer, request.closes, by).await?;
        Ok(Response::new(AnswerTicketResponse {
            ticket: Some(ticket(answered)),
        }))
    }

    async fn add_ticket_note(
        &self,
        request: Request<AddTicketNoteRequest>,
    ) -> Result<Response<AddTicketNoteResponse>, Status> {
        let by = staff_action(&request)?;
        let request = request.into_inner();
        let entry_id = ("note_id", &*request.note_id);
        let note = StaffEntry::parse(&request.message_id, entry_id, &request.text).map_err(Error::Invalid)?;
        let noted = self.operations.note(&note, by).await?;
        Ok(Response::new(AddTicketNoteResponse {
            ticket: Some(ticket(noted)),
        }))
    }

    async fn set_ticket_state(
        &self,
        request: Request<SetTicketStateRequest>,
    ) -> Result<Response<SetTicketStateResponse>, Status> {
        let by = staff_action(&request)?;
        let mut violations = Vec::new();
        let id = staff_entry::parse_id(&request.get_ref().message_id);
        let id = field("message_id", id, &mut violations);
        let state = match state_from_contract(request.get_ref().state()) {
            Some(state @ (State::Open | State::Closed)) => Ok(state),
            _ => Err(Rule::Unknown.says("Open the ticket or close it")),
        };
        let state = field("state", state, &mut violations);
        let (Some(id), Some(state)) = (id, state) else {
            return Err(Error::Invalid(violations).into());
        };
        let changed = if state == State::Closed {
            self.operations.close(id, by).await
        } else {
            self.operations.open(id, by).await
        };
        Ok(Response::new(SetTicketStateResponse {
            ticket: Some(ticket(changed?)),
        }))
    }

    async fn get_answer(
        &self,
        request: Request<GetAnswerRequest>,
    ) -> Result<Response<GetAnswerResponse>, Status> {
        let id = id("answer_id", &request.get_ref().answer_id)?;
        let answer = entry_store::answer(&self.operations.db, id)
            .await
            .map_err(Error::from)?;
        let answer = answer.ok_or(Error::UnknownAnswer)?;
        Ok(Response::new(GetAnswerResponse {
            ticket_number: ticket_number::format(answer.ticket_number),
            name: answer.name,
            email: answer.email,
            subject: answer.subject,
            text: answer.text,
            reply_address: self.reply_address(answer.reply_token),
            received_at: rfc3339(answer.received_at),
            message: answer.message,
        }))
    }
}

impl TicketsApi {
    /// The Reply-To address of a ticket's mails. Empty if the shop has no reply mailbox.
    fn reply_address(&self, token: Uuid) -> String {
        let address = self.reply_address.as_ref();
        address
            .map(|address| address.with_token(token))
            .unwrap_or_default()
    }
}

/// Reads the state filter of a request. `None` means all states.
fn known_state(state: i32) -> Result<Option<State>, Vec<Violation>> {
    let unknown = |_| {
        let broken = Rule::Unknown.says("Name a state of a ticket, or none");
        vec![Violation::new("state", broken)]
    };
    TicketState::try_from(state)
        .map(state_from_contract)
        .map_err(unknown)
}

fn id(field: &'static str, text: &str) -> Result<Uuid, Error> {
    staff_entry::parse_id(text).map_err(|broken| Error::Invalid(vec![Violation::new(field, broken)]))
}

/// Returns the staff member from the call's token, and the current time.
fn staff_action<T>(request: &Request<T>) -> Result<StaffAction, Error> {
    let staff_id = Staff::of(request).map(|staff| Uuid::parse_str(staff.id()));
    let staff_id = staff_id
        .transpose()
        .map_err(|_| Error::Impossible("a token of staff names no UUID"))?;
    Ok(StaffAction {
        staff_id,
        now: OffsetDateTime::now_utc(),
    })
}
