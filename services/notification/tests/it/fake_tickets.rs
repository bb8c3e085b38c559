//! A fake service of answers to messages.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use proto::contact::v1::{
    AddTicketNoteRequest, AddTicketNoteResponse, AnswerTicketRequest, AnswerTicketResponse,
    CountTicketsRequest, CountTicketsResponse, GetAnswerRequest, GetAnswerResponse, GetTicketRequest,
    GetTicketResponse, ListTicketsRequest, ListTicketsResponse, SetTicketStateRequest,
    SetTicketStateResponse, ticket_service_server::TicketService,
};
use tonic::{Request, Response, Status, async_trait};

/// Answers by id, shared by clones.
#[derive(Clone, Default)]
pub(crate) struct FakeTickets(Arc<Mutex<HashMap<String, GetAnswerResponse>>>);

impl FakeTickets {
    pub(crate) fn keep(&self, answer_id: &str, answer: GetAnswerResponse) {
        let mut answers = self.0.lock().expect("the mutex is not poisoned");
        answers.insert(answer_id.to_owned(), answer);
    }
}

fn not_asked<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("mails do not work in the office"))
}

#[async_trait]
impl TicketService for FakeTickets {
    async fn get_answer(
        &self,
        request: Request<GetAnswerRequest>,
    ) -> Result<Response<GetAnswerResponse>, Status> {
        let answers = self.0.lock().expect("the mutex is not poisoned");
        let answer = answers.get(&request.get_ref().answer_id).cloned();
        answer
            .map(Response::new)
            .ok_or_else(|| Status::not_found("There is no such answer."))
    }

    async fn list_tickets(
        &self,
        _: Request<ListTicketsRequest>,
    ) -> Result<Response<ListTicketsResponse>, Status> {
        not_asked()
    }

    async fn count_tickets(
        &self,
        _: Request<CountTicketsRequest>,
    ) -> Result<Response<CountTicketsResponse>, Status> {
        not_asked()
    }

    async fn get_ticket(&self, _: Request<GetTicketRequest>) -> Result<Response<GetTicketResponse>, Status> {
        not_asked()
    }

    async fn answer_ticket(
        &self,
        _: Request<AnswerTicketRequest>,
    ) -> Result<Response<AnswerTicketResponse>, Status> {
        not_asked()
    }

    async fn add_ticket_note(
        &self,
        _: Request<AddTicketNoteRequest>,
    ) -> Result<Response<AddTicketNoteResponse>, Status> {
        not_asked()
    }

    async fn set_ticket_state(
        &self,
        _: Request<SetTicketStateRequest>,
    ) -> Result<Response<SetTicketStateResponse>, Status> {
        not_asked()
    }
}
