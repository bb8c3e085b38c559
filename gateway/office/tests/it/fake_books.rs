//! A fake billing service with one sale that was partly returned.

use fakes::billing::v1::ledger_service_server::{LedgerService, SERVICE_NAME};
use proto::billing::v1::{
    GetGstSummaryRequest, GetGstSummaryResponse, HsnSum, LedgerEntry, ListEntriesRequest,
    ListEntriesResponse, ListSalesRegisterRequest, ListSalesRegisterResponse, SalesRegisterRow, StateRateSum,
};
use tonic::{Request, Response, Status, async_trait};

use crate::{fake_order::NUMBER, record::Record};

pub(crate) struct FakeBooks(pub(crate) Record);

fn entry(credit_account: &str, amount_paise: i64) -> LedgerEntry {
    LedgerEntry {
        entry_id: "01936f00-0000-8000-8000-0000000000e1".to_owned(),
        booked_on: "2026-11-22".to_owned(),
        debit_account: "receivable:cod".to_owned(),
        credit_account: credit_account.to_owned(),
        amount_paise,
        cause: "document".to_owned(),
        cause_id: "01936f00-0000-7000-8000-0000000000d4".to_owned(),
        order_number: NUMBER.to_owned(),
        reason: String::new(),
    }
}

fn sold() -> SalesRegisterRow {
    SalesRegisterRow {
        number: "INV-2627-000042".to_owned(),
        kind: "invoice".to_owned(),
        issued_on: "2026-11-22".to_owned(),
        order_number: NUMBER.to_owned(),
        place_of_supply: "24-Gujarat".to_owned(),
        hsn: "1211".to_owned(),
        rate_basis_points: 500,
        taxable_paise: 51_238,
        cgst_paise: 1_281,
        sgst_paise: 1_281,
        igst_paise: 0,
        quantity: 2,
        corrects: String::new(),
    }
}

fn taken_back() -> SalesRegisterRow {
    SalesRegisterRow {
        number: "CN-2627-000001".to_owned(),
        kind: "credit_note".to_owned(),
        taxable_paise: -23_714,
        cgst_paise: -593,
        sgst_paise: -593,
        quantity: -1,
        corrects: sold().number,
        ..sold()
    }
}

#[async_trait]
impl LedgerService for FakeBooks {
    async fn list_entries(
        &self,
        request: Request<ListEntriesRequest>,
    ) -> Result<Response<ListEntriesResponse>, Status> {
        let asked = self.0.admit(SERVICE_NAME, "ListEntries", request)?;
        assert_eq!((&*asked.since, &*asked.until), ("2026-11-01", "2026-11-30"));
        let (entry, next) = match &*asked.page_token {
            "" => (entry("sales:5%", 51_238), "2"),
            _ => (entry("output_tax:cgst", 1_281), ""),
        };
        Ok(Response::new(ListEntriesResponse {
            entries: vec![entry],
            next_page_token: next.to_owned(),
        }))
    }

    async fn list_sales_register(
        &self,
        request: Request<ListSalesRegisterRequest>,
    ) -> Result<Response<ListSalesRegisterResponse>, Status> {
        self.0.admit(SERVICE_NAME, "ListSalesRegister", request)?;
        Ok(Response::new(ListSalesRegisterResponse {
            rows: vec![sold(), taken_back()],
            next_page_token: String::new(),
        }))
    }

    async fn get_gst_summary(
        &self,
        request: Request<GetGstSummaryRequest>,
    ) -> Result<Response<GetGstSummaryResponse>, Status> {
        self.0.admit(SERVICE_NAME, "GetGstSummary", request)?;
        let small = StateRateSum {
            place_of_supply: "24-Gujarat".to_owned(),
            rate_basis_points: 500,
            taxable_paise: 27_524,
            cgst_paise: 688,
            sgst_paise: 688,
            igst_paise: 0,
        };
        let by_hsn = HsnSum {
            hsn: "1211".to_owned(),
            rate_basis_points: 500,
            quantity: 1,
            taxable_paise: 27_524,
            cgst_paise: 688,
            sgst_paise: 688,
            igst_paise: 0,
        };
        Ok(Response::new(GetGstSummaryResponse {
            large: vec![sold()],
            small: vec![small],
            by_hsn: vec![by_hsn],
        }))
    }
}
