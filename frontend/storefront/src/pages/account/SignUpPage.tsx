import { register } from '../../api/client';
import { accountWords } from '#words/account';
import { language } from '#words/language';
import { paths } from '../../paths';
import { checkSignUp, signUpFields } from '../../rules/account';
import hosts from '../../rules/email_domains.json';
import { mobileDigits } from 'shared/rules/mobile_number';
import { AccountFormCard } from './AccountFormCard';
import { AccountLinks } from './AccountLinks';
import { AccountView } from './AccountView';
import { registrationMessage } from './failure';
import { useAccountForm } from './use_account_form';

const texts = accountWords;
const anyOf = new Intl.ListFormat(language, { type: 'disjunction' });

/** Where a shopper makes an account. */
export default function SignUpPage() {
  const state = useAccountForm({
    fields: signUpFields,
    check: checkSignUp,
    send: ({ email, password, mobileNumber }) =>
      register({ email: email.trim(), password, mobileNumber: mobileDigits(mobileNumber) }),
    done: texts.registered,
    refusalOf: registrationMessage,
    refusedFor: { EMAIL_TAKEN: () => texts.emailTaken },
    next: paths.login,
    replace: true,
  });
  return (
    <AccountView title={texts.signUpTitle} intro={texts.signUpIntro}>
      <AccountFormCard
        fields={signUpFields}
        state={state}
        hints={{
          email: texts.emailHint(anyOf.format(hosts)),
          password: texts.passwordHint,
          mobileNumber: texts.mobileHint,
        }}
        isNewAccount
        submit={texts.signUp}
        submitting={texts.signingUp}
        leaving={texts.toLogin}
      >
        <AccountLinks links={[[texts.loginLink, paths.login]]} />
      </AccountFormCard>
    </AccountView>
  );
}
