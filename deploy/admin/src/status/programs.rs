//! Checks that every program is ready.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use futures_util::future::join_all;
use runtime::Target;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use super::check::Check;
use crate::installation::{Installation, Program, programs};

/// The timeout of a program's readiness check.
const WITHIN: Duration = Duration::from_secs(3);

pub(super) async fn checks(installation: &Installation) -> Vec<Check> {
    let programs = programs();
    let checks = programs.iter().map(|program| check(installation, program));
    join_all(checks).await
}

async fn check(installation: &Installation, program: &Program) -> Check {
    let result = ready(installation, program).await;
    let result = result.map(|()| Check::healthy(&program.name, "ready"));
    Check::of(&program.name, result)
}

async fn ready(installation: &Installation, program: &Program) -> anyhow::Result<()> {
    let address = installation
        .program_settings(&program.name)?
        .require("LISTEN")?
        .to_owned();
    if program.is_service {
        let target: Target = format!("http://{address}").parse()?;
        let mut health = HealthClient::new(runtime::client(target, WITHIN));
        let answer = health
            .check(HealthCheckRequest::default())
            .await
            .map_err(|status| anyhow::anyhow!("does not answer: {}", status.message()))?;
        let status = answer.into_inner().status();
        ensure!(status == ServingStatus::Serving, "answers that it is not ready");
        return Ok(());
    }
    let client = reqwest::Client::builder().timeout(WITHIN).build()?;
    let answer = client.get(format!("http://{address}/readyz")).send().await;
    let answer = answer.context("does not answer")?;
    ensure!(answer.status().is_success(), "answers that it is not ready");
    Ok(())
}
