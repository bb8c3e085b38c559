import { useEffect } from 'react';
import * as v from 'valibot';
import { readMeAtOnce, reauthenticate, signIn } from '../api/calls';
import { meQuery } from '../api/queries';
import { queryClient } from '../api/query_client';
import { settleReauthentication } from '../api/reauthentication';
import type { Me } from '../api/types';
import { FormFoot } from '../ui/FormFoot';
import { PasswordInput, TextField } from '../ui/fields';
import form from '../ui/form.module.css';
import { useSentForm } from '../ui/use_sent_form';
import button from '../ui/button.module.css';
import { codeRule, passwordRule, signInCodeRule } from './credential_rules';
import { useMe } from './use_me';

const password = passwordRule('Enter your password.');
const proofSchema = v.object({ password, code: codeRule });
const sessionSchema = v.object({ password, code: signInCodeRule });

/** Asks the signed-in staff member for password and code. */
export function ProofForm() {
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema: proofSchema,
    defaultValues: { password: '', code: '' },
    send: async (proof) => {
      queryClient.setQueryData(meQuery.queryKey, await reauthenticate(proof));
      settleReauthentication(true);
    },
  });
  useFirstField();
  return (
    <form className={form.form} noValidate onSubmit={sent.onSubmit}>
      <p className={form.note}>
        Please confirm that it is you. You will not be asked again for five minutes.
      </p>
      <PasswordInput
        control={fields.control}
        name="password"
        label="Your password"
        autoComplete="current-password"
      />
      <TextField
        label="Code of your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('code')}
      />
      <FormFoot {...sent} isUnsaved={false} label="Go on" onCancel={() => settleReauthentication(false)} />
    </form>
  );
}

/** Asks for password and code after the session has ended. */
export function SessionForm() {
  const me = useMe();
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema: sessionSchema,
    defaultValues: { password: '', code: '' },
    send: async (proof) => goOn(await signIn({ email: me?.email ?? '', ...proof })),
  });
  useOtherTab(me);
  useFirstField();
  return (
    <form className={form.form} noValidate onSubmit={sent.onSubmit}>
      <p className={form.note}>
        Your session has ended. Sign in again to go on where you were: what you typed is still there.
      </p>
      <TextField label="Email" type="email" autoComplete="username" readOnly value={me?.email ?? ''} />
      <PasswordInput
        control={fields.control}
        name="password"
        label="Your password"
        autoComplete="current-password"
      />
      <TextField
        label="Code"
        hint="Six digits of your authenticator app. Without your phone, a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        {...field('code')}
      />
      <FormFoot {...sent} isUnsaved={false} label="Sign in" />
      <a className={button.link} href="/sign-in">
        Sign in with another account
      </a>
    </form>
  );
}

/** Focuses the password. The form loads after its dialog, which sets the focus only once. */
function useFirstField(): void {
  useEffect(() => {
    document.querySelector<HTMLElement>('dialog[open] input[name="password"]')?.focus();
  }, []);
}

/** Continues with the new session and repeats the waiting calls. */
function goOn(me: Me): void {
  queryClient.setQueryData(meQuery.queryKey, me);
  settleReauthentication(true);
}

/** Continues if the same staff member has signed in again in another tab. */
function useOtherTab(me: Me | null): void {
  const staffId = me?.staffId;
  useEffect(() => {
    async function look() {
      const now = await readMeAtOnce().catch(() => undefined);
      if (now && now.staffId === staffId) goOn(now);
    }
    const seen = () => void (document.visibilityState === 'visible' && look());
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [staffId]);
}
