use futures_util::future::join;
use proto::identity::v1::{
    ChangeStaffRequest, ListStaffNamesRequest, ListStaffRequest, ListStaffResponse, Staff, StaffRole,
    staff_directory_service_client::StaffDirectoryServiceClient,
};
use tonic::{Code, Status, transport::Channel};

use crate::staff::{Member, OWNER, Office, PACKER, refused, transition_call, wrong_fields};

impl Office {
    async fn staff(&self) -> ListStaffResponse {
        let answer = self.client.clone().list_staff(ListStaffRequest {}).await;
        answer.expect("everybody can be listed").into_inner()
    }

    pub(super) async fn change(
        &self,
        member: &Member,
        role: StaffRole,
        is_active: bool,
    ) -> Result<Staff, Status> {
        let request = ChangeStaffRequest {
            staff_id: member.id.clone(),
            role: role.into(),
            is_active,
        };
        let answer = self.client.clone().change_staff(request).await?;
        Ok(answer.into_inner().staff.expect("it tells who"))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_sees_everybody_and_the_invitations_that_wait() {
    let (office, _) = Office::with_owner().await;
    office.member(PACKER, StaffRole::Packer).await;
    office
        .identity
        .sql("UPDATE staff SET name = 'Usha' WHERE role = 'owner'")
        .await;
    office
        .invite("one@example.com", StaffRole::Support)
        .await
        .expect("the address is free");
    office
        .invite("two@example.com", StaffRole::Accountant)
        .await
        .expect("the address is free");
    office
        .invite("old@example.com", StaffRole::Support)
        .await
        .expect("the address is free");
    office
        .identity
        .sql("UPDATE staff_invitations SET expires_at = now() WHERE email = 'old@example.com'")
        .await;
    let ListStaffResponse { staff, invitations } = office.staff().await;
    let staff: Vec<_> = staff.iter().map(|one| (one.name.as_str(), one.role())).collect();
    assert_eq!(
        staff,
        [("Asha Patel", StaffRole::Packer), ("Usha", StaffRole::Owner)]
    );
    let invitations: Vec<_> = invitations
        .iter()
        .map(|one| (one.email.as_str(), one.role()))
        .collect();
    assert_eq!(
        invitations,
        [
            ("two@example.com", StaffRole::Accountant),
            ("one@example.com", StaffRole::Support)
        ],
        "the newest first"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_known_by_name_also_who_has_left() {
    let (office, owner) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    let left = office.change(&packer, StaffRole::Packer, false).await;
    left.expect("an owner is left");
    let channel = Channel::builder(office.identity.served.url()).connect_lazy();
    let names = StaffDirectoryServiceClient::new(channel)
        .list_staff_names(ListStaffNamesRequest {})
        .await;
    let names = names.expect("everybody can be named").into_inner().names;
    let mut names: Vec<_> = names.into_iter().map(|one| (one.staff_id, one.name)).collect();
    names.sort();
    let mut expected = [owner.id, packer.id].map(|id| (id, "Asha Patel".to_owned()));
    expected.sort();
    assert_eq!(names, expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_role_permits_other_things_and_ends_the_sessions() {
    let (office, owner) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    let changed = office
        .change(&packer, StaffRole::Accountant, true)
        .await
        .expect("an owner is left");
    assert_eq!(
        (changed.email.as_str(), changed.role()),
        (PACKER, StaffRole::Accountant)
    );
    let ended = office.authorize_for(transition_call(&packer.session, "7")).await;
    refused(ended, Code::Unauthenticated, Some("NOT_SIGNED_IN"));
    office
        .authorize(&owner.session)
        .await
        .expect("others stay signed in");
    let code = office.fresh_code(&packer).await;
    let again = office
        .sign_in(PACKER, super::PASSWORD, &code)
        .await
        .expect("they may");
    let me = office
        .authorize(&again.session_token)
        .await
        .expect("they are signed in");
    let may = |permission: &str| me.permissions.iter().any(|known| known == permission);
    assert!(
        may("payments.record") && !may("orders.transition"),
        "{:?}",
        me.permissions
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_owner_stays() {
    let (office, owner) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    for (role, is_active) in [(StaffRole::Packer, true), (StaffRole::Owner, false)] {
        let answer = office.change(&owner, role, is_active).await;
        refused(answer, Code::FailedPrecondition, Some("LAST_OWNER"));
    }
    office
        .authorize(&owner.session)
        .await
        .expect("nothing has changed");
    office
        .change(&packer, StaffRole::Owner, true)
        .await
        .expect("there may be two");
    office
        .change(&owner, StaffRole::Support, true)
        .await
        .expect("one is left");
    let answer = office.change(&packer, StaffRole::Owner, false).await;
    refused(answer, Code::FailedPrecondition, Some("LAST_OWNER"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_owners_who_deactivate_each_other_stays() {
    let (office, owner) = Office::with_owner().await;
    let other = office.member(PACKER, StaffRole::Owner).await;
    for _ in 0..10 {
        office
            .identity
            .sql("UPDATE staff SET role = 'owner', is_active = true")
            .await;
        let (one, two) = join(
            office.change(&owner, StaffRole::Packer, true),
            office.change(&other, StaffRole::Owner, false),
        )
        .await;
        assert_ne!(one.is_ok(), two.is_ok());
        let refusal = one.err().or(two.err());
        refused::<()>(
            Err(refusal.expect("one is refused")),
            Code::FailedPrecondition,
            Some("LAST_OWNER"),
        );
        let owners = "SELECT count(*)::text FROM staff WHERE role = 'owner' AND is_active";
        assert_eq!(office.identity.text(owners).await, "1");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_an_existing_member_can_be_changed() {
    let (office, owner) = Office::with_owner().await;
    let unknown = ChangeStaffRequest {
        staff_id: "0192f3a0-7c00-7000-8000-000000000001".to_owned(),
        role: StaffRole::Packer.into(),
        is_active: true,
    };
    let answer = office.client.clone().change_staff(unknown).await;
    refused(answer, Code::NotFound, None);
    let nonsense = ChangeStaffRequest {
        staff_id: OWNER.to_owned(),
        role: 0,
        is_active: true,
    };
    let answer = office.client.clone().change_staff(nonsense).await;
    let status = refused(answer, Code::InvalidArgument, None);
    let fields: Vec<_> = wrong_fields(&status)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(fields, ["staff_id", "role"]);
    office
        .authorize(&owner.session)
        .await
        .expect("nothing has changed");
}
