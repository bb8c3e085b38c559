import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { changeOwnPassword, changePhone, renewRecoveryCodes } from '../../api/own_sign_in';
import { wordsOf } from '../../api/errors';
import { newPhoneQuery, ownSignInQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import { notifyDone, notifyFailed } from '../../messages/notify';
import { ROLES } from '../../rules/permissions';
import { codeRule, newPasswordRule, passwordRule, signInCodeRule } from '../../session/credential_rules';
import { useMe } from '../../session/use_me';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import { FormFoot } from '../../ui/FormFoot';
import { PasswordInput, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { PageHead } from '../../ui/PageHead';
import { useSentForm } from '../../ui/use_sent_form';
import { Waiting } from '../../ui/Waiting';
import { QrCode } from 'shared/ui/QrCode';
import entrance from '../entrance.module.css';
import { RecoveryCodes } from '../invitation/RecoveryCodes';

/** The sign-in settings of the signed-in staff member: password, recovery codes, phone. */
export default function OwnSignInPage() {
  const me = useMe();
  return (
    <>
      <PageHead title="Your sign-in" />
      {me && (
        <p>
          {me.name}, {me.email}, {ROLES[me.role].label}. The owner of the shop changes these under Staff.
        </p>
      )}
      <Password />
      <Codes />
      <Phone />
    </>
  );
}

const passwordSchema = v.object({ newPassword: newPasswordRule });

function Password() {
  const { form: fields, ...sent } = useSentForm({
    schema: passwordSchema,
    defaultValues: { newPassword: '' },
    send: async ({ newPassword }) => {
      await changeOwnPassword(newPassword);
      fields.reset();
      notifyDone('Your password is changed. Your other browsers are signed out.');
    },
  });
  return (
    <form className={`${card.card} ${form.form}`} noValidate onSubmit={sent.onSubmit} aria-label="Password">
      <h2>Password</h2>
      <PasswordInput
        control={fields.control}
        name="newPassword"
        label="New password"
        hint="12 characters or more. Common ones are refused."
        autoComplete="new-password"
      />
      <FormFoot {...sent} label="Change password" />
    </form>
  );
}

function Codes() {
  const query = useQuery(ownSignInQuery);
  const [codes, setCodes] = useState<string[]>();
  const [isAsking, setIsAsking] = useState(false);

  async function renew() {
    if (isAsking) return;
    setIsAsking(true);
    try {
      setCodes(await renewRecoveryCodes());
      void queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey });
    } catch (error) {
      notifyFailed(wordsOf(error));
    }
    setIsAsking(false);
  }

  const left = query.data?.recoveryCodesLeft;
  return (
    <section className={`${card.card} ${form.form}`} aria-labelledby="recovery-codes">
      <h2 id="recovery-codes">Recovery codes</h2>
      {codes ? (
        <RecoveryCodes codes={codes} label="Done" onKept={() => setCodes(undefined)} />
      ) : left === undefined ? (
        <Waiting query={query} what="your recovery codes" />
      ) : (
        <>
          <p>{leftWords(left)} Each signs you in once without your phone.</p>
          <div className={form.buttons}>
            <button
              type="button"
              className={button.quiet}
              aria-disabled={isAsking || undefined}
              onClick={() => void renew()}
            >
              {isAsking ? 'One moment…' : 'Make new codes'}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

function leftWords(left: number): string {
  if (left === 0) return 'You have no recovery codes left.';
  return left === 1 ? 'You have 1 recovery code left.' : `You have ${left} recovery codes left.`;
}

function Phone() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={`${card.card} ${form.form}`} aria-labelledby="phone">
      <h2 id="phone">Phone</h2>
      {isOpen ? (
        <NewPhone onEnd={() => setIsOpen(false)} />
      ) : (
        <>
          <p>The codes of your authenticator app come from one phone. You can replace it.</p>
          <div className={form.buttons}>
            <button type="button" className={button.quiet} onClick={() => setIsOpen(true)}>
              Set up a new phone
            </button>
          </div>
        </>
      )}
    </section>
  );
}

const phoneSchema = v.object({
  password: passwordRule('Enter your password.'),
  code: signInCodeRule,
  newCode: codeRule,
});

function NewPhone({ onEnd }: { onEnd: () => void }) {
  const query = useQuery(newPhoneQuery);
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema: phoneSchema,
    defaultValues: { password: '', code: '', newCode: '' },
    send: async (change) => {
      await changePhone(change);
      queryClient.removeQueries({ queryKey: newPhoneQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: ownSignInQuery.queryKey });
      notifyDone('Use the codes of the new phone from now on. Remove the shop from the old phone.');
      onEnd();
    },
  });

  if (!query.data) return <Waiting query={query} what="the key for your phone" />;
  const { totpUri, totpSecret } = query.data;
  return (
    <form className={form.form} noValidate onSubmit={sent.onSubmit} aria-label="New phone">
      <div className={entrance.key}>
        <QrCode
          className={entrance.qr}
          text={totpUri}
          label="QR code with the key for your authenticator app"
        />
        <ol>
          <li>Open an authenticator app on the new phone and add an account.</li>
          <li>
            Scan this code, or type the key:{' '}
            <span className={entrance.secret}>{totpSecret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
          </li>
          <li>Enter the codes below.</li>
        </ol>
      </div>
      <TextField
        label="Six digits of the new phone"
        inputMode="numeric"
        autoComplete="off"
        {...field('newCode')}
      />
      <TextField
        label="Six digits of the old phone"
        hint="If it is lost, a recovery code."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('code')}
      />
      <PasswordInput
        control={fields.control}
        name="password"
        label="Your password"
        autoComplete="current-password"
      />
      <FormFoot {...sent} label="Use the new phone" onCancel={onEnd} />
    </form>
  );
}
