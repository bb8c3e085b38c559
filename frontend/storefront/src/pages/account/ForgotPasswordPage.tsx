import { requestCode } from '../../api/client';
import { accountWords } from '#words/account';
import { paths } from '../../paths';
import { checkForgotten, forgottenFields } from '../../rules/account';
import { AccountFormCard } from './AccountFormCard';
import { AccountLinks } from './AccountLinks';
import { AccountView } from './AccountView';
import { serverMessage } from './failure';
import { useAccountForm } from './use_account_form';

const texts = accountWords;

/** The first step to a new password: a code by mail. */
export default function ForgotPasswordPage() {
  const state = useAccountForm({
    fields: forgottenFields,
    check: checkForgotten,
    send: ({ email }) => requestCode(email.trim()),
    done: texts.codeSent,
    refusalOf: serverMessage,
    next: paths.verifyCode,
  });
  return (
    <AccountView title={texts.forgotTitle} intro={texts.forgotIntro}>
      <AccountFormCard
        fields={forgottenFields}
        state={state}
        submit={texts.sendCode}
        submitting={texts.sendingCode}
        leaving={texts.toCode}
      >
        <AccountLinks
          links={[
            [texts.haveCodeLink, paths.verifyCode],
            [texts.loginLink, paths.login],
          ]}
        />
      </AccountFormCard>
    </AccountView>
  );
}
