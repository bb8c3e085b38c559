import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import * as v from 'valibot';
import { requestPasswordCode, resetPassword } from '../../api/own_sign_in';
import { meQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import { emailRule, newPasswordRule, requiredText, signInCodeRule } from '../../session/credential_rules';
import { FormFoot } from '../../ui/FormFoot';
import { PasswordInput, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { takeLostFocus } from '../../ui/take_lost_focus';
import { useSentForm } from '../../ui/use_sent_form';
import styles from '../entrance.module.css';

/** Resets a forgotten password with a code by email and a code from the phone. */
export default function ForgotPasswordPage() {
  const { data: me } = useQuery(meQuery);
  const [email, setEmail] = useState<string>();

  if (me) return <Navigate replace to="/" />;
  return (
    <main className={styles.entrance}>
      <title>Forgotten password · Office</title>
      <p className={styles.brand}>Office</p>
      <div className={`${styles.card} ${form.form}`}>
        <h1>Choose a new password</h1>
        {email === undefined ? <AskForCode onAsked={setEmail} /> : <SetPassword email={email} />}
        <p className={form.note}>
          No phone and no recovery code? Ask the owner of the shop: under Staff, they take the office from you
          and invite you again.
        </p>
        <Link to="/sign-in">Back to sign in</Link>
      </div>
    </main>
  );
}

const asking = v.object({ email: emailRule });

function AskForCode({ onAsked }: { onAsked: (email: string) => void }) {
  const { field, ...sent } = useSentForm({
    schema: asking,
    defaultValues: { email: '' },
    send: async ({ email }) => {
      await requestPasswordCode(email);
      onAsked(email);
    },
  });
  return (
    <form className={form.form} noValidate onSubmit={sent.onSubmit}>
      <p className={form.note}>You need your email and your phone with the authenticator app.</p>
      <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
      <FormFoot refusal={sent.refusal} sending={sent.sending} label="Email me a code" />
    </form>
  );
}

const setting = v.object({
  email: emailRule,
  mailedCode: v.pipe(
    requiredText('Enter the six digits of the email.'),
    v.transform((typed) => typed.replaceAll(/\s/g, '')),
  ),
  code: signInCodeRule,
  newPassword: newPasswordRule,
});

function SetPassword({ email }: { email: string }) {
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema: setting,
    defaultValues: { email, mailedCode: '', code: '', newPassword: '' },
    send: async (reset) => queryClient.setQueryData(meQuery.queryKey, await resetPassword(reset)),
  });
  return (
    <form className={form.form} noValidate onSubmit={sent.onSubmit}>
      <p role="status" ref={takeLostFocus} tabIndex={-1}>
        If {email} belongs to a staff member, a code is on its way. It is valid for 10 minutes.
      </p>
      <TextField
        label="Code of the email"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('mailedCode')}
      />
      <TextField
        label="Code of your authenticator app"
        hint="Without your phone, a recovery code."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...field('code')}
      />
      <PasswordInput
        control={fields.control}
        name="newPassword"
        label="New password"
        hint="12 characters or more. Common ones are refused."
        autoComplete="new-password"
      />
      <FormFoot refusal={sent.refusal} sending={sent.sending} label="Save and sign in" />
    </form>
  );
}
