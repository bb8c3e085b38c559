//! The page of a link's `short_url`: plain, without scripts, and usable by keyboard.

use std::sync::Arc;

use axum::{
    Form,
    extract::{Path, State},
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY},
    },
    response::{Html, IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use crate::{
    api_error::ApiError,
    provider::{Button, PaymentOutcome, Provider},
    records::{LinkStatus, PaymentStatus},
};

const PAGE: &str = include_str!("page.html");

/// Has no form-action: browsers apply it to a redirect after a form, and the shop has another origin.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

const FORM: &str = r#"<form method="post">
<label><input type="checkbox" name="close_tab"> Close the tab after paying, without coming back to the shop</label>
<button name="button" value="upi">Pay by UPI</button>
<button name="button" value="card">Pay by card</button>
<button name="button" value="decline" class="quiet">Decline</button>
<button name="button" value="close" class="quiet">Close the tab</button>
</form>"#;

#[derive(Deserialize)]
pub(super) struct Pressed {
    button: PageButton,
    /// Set if the box is ticked: the browser does not return to the shop.
    close_tab: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum PageButton {
    Upi,
    Card,
    Decline,
    Close,
}

pub(super) async fn show(State(provider): State<Arc<Provider>>, Path(id): Path<String>) -> Response {
    page(&provider, &link_id(&id), None)
}

pub(super) async fn press(
    State(provider): State<Arc<Provider>>,
    Path(id): Path<String>,
    Form(pressed): Form<Pressed>,
) -> Response {
    let link_id = link_id(&id);
    let button = match pressed.button {
        PageButton::Upi => Button::Upi,
        PageButton::Card => Button::Card,
        PageButton::Decline => Button::Decline,
        PageButton::Close => return closed(),
    };
    let order_id = provider
        .records()
        .links
        .find(&link_id)
        .map(|link| link.order_id.clone());
    match order_id.and_then(|order_id| provider.pay(&order_id, button)) {
        Ok(PaymentOutcome::Paid {
            callback_url: Some(url),
            ..
        }) if pressed.close_tab.is_none() => Redirect::to(url.as_str()).into_response(),
        Ok(PaymentOutcome::Declined { .. }) => {
            let why = "Your bank declined the payment. Nothing was paid. You can try again.";
            page(&provider, &link_id, Some(why))
        }
        // The link's status tells the result: paid, waiting or expired.
        Ok(_) | Err(_) => page(&provider, &link_id, None),
    }
}

fn link_id(of_url: &str) -> String {
    format!("plink_{of_url}")
}

fn closed() -> Response {
    html(
        "You left without paying",
        "<p>Nothing was paid. You can close this tab.</p>",
    )
}

/// The page of a link, with an alert about the last action.
fn page(provider: &Provider, link_id: &str, alert: Option<&str>) -> Response {
    if let Ok((title, body)) = describe(provider, link_id, alert) {
        return html(&title, &body);
    }
    let answer = html("No such payment link", "<p>Ask the shop for another one.</p>");
    (StatusCode::NOT_FOUND, answer).into_response()
}

fn describe(provider: &Provider, link_id: &str, alert: Option<&str>) -> Result<(String, String), ApiError> {
    let records = provider.records();
    let link = records.links.find(link_id)?;
    let is_waiting = records
        .payments
        .iter()
        .any(|payment| payment.order_id == link.order_id && payment.status == PaymentStatus::Created);
    let title = format!("Pay {}", rupees(link.amount));
    let paragraph = |before: &str, text: &str| format!("<p{before}{}</p>\n", escape(text));
    let alert = alert.map(|alert| paragraph(" role=\"alert\" class=\"alert\">", alert));
    let description = link.description.as_ref().map(|text| paragraph(">", text));
    let reference = link
        .reference_id
        .as_ref()
        .map(|text| paragraph(">Reference: ", text));
    let state = match link.status {
        LinkStatus::Created if is_waiting => {
            "<p role=\"status\">Your bank has not answered yet. You can close this tab.</p>"
        }
        LinkStatus::Created => FORM,
        LinkStatus::Paid => "<p role=\"status\">Paid. You can close this tab.</p>",
        LinkStatus::Expired => "<p role=\"status\">This payment link has expired.</p>",
        LinkStatus::Cancelled => "<p role=\"status\">The shop cancelled this payment link.</p>",
    };
    let lines = [alert, description, reference].into_iter().flatten();
    let body = lines.chain([state.to_owned()]).collect();
    Ok((title, body))
}

fn html(title: &str, body: &str) -> Response {
    let page = PAGE.replace("{title}", &escape(title)).replace("{body}", body);
    let headers = [(CONTENT_SECURITY_POLICY, POLICY), (CACHE_CONTROL, "no-store")];
    (headers, Html(page)).into_response()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Formats 12345650 paise as ₹1,23,456.50: the last three digits, then pairs.
fn rupees(paise: u64) -> String {
    let digits = (paise / 100).to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        let left = digits.len() - place;
        if place > 0 && left >= 3 && left % 2 == 1 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("₹{grouped}.{:02}", paise % 100)
}

#[cfg(test)]
mod tests {
    use super::{escape, rupees};

    #[test]
    fn amounts_are_grouped_as_in_india() {
        for (paise, expected) in [
            (5, "₹0.05"),
            (99_900, "₹999.00"),
            (100_000, "₹1,000.00"),
            (12_345_650, "₹1,23,456.50"),
            (1_234_567_890, "₹1,23,45,678.90"),
        ] {
            assert_eq!(rupees(paise), expected);
        }
    }

    #[test]
    fn text_of_a_shop_is_escaped() {
        assert_eq!(escape(r#"<a href="x">&"#), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }
}
