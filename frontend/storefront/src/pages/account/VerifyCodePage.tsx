import { verifyCode } from '../../api/client';
import { accountWords } from '#words/account';
import { paths } from '../../paths';
import { checkCode, codeFields } from '../../rules/account';
import { AccountFormCard } from './AccountFormCard';
import { AccountLinks } from './AccountLinks';
import { AccountView } from './AccountView';
import { serverMessage } from './failure';
import { useAccountForm } from './use_account_form';

const texts = accountWords;

/** The second step to a new password: the code from the mail. */
export default function VerifyCodePage() {
  const state = useAccountForm({
    fields: codeFields,
    check: checkCode,
    send: ({ email, code }) => verifyCode(email.trim(), code.trim()),
    done: texts.codeVerified,
    refusalOf: serverMessage,
    next: paths.resetPassword,
  });
  return (
    <AccountView title={texts.verifyTitle} intro={texts.verifyIntro}>
      <AccountFormCard
        fields={codeFields}
        state={state}
        hints={{ code: texts.codeHint }}
        submit={texts.verifyCode}
        submitting={texts.verifyingCode}
        leaving={texts.toReset}
      >
        <AccountLinks links={[[texts.newCodeLink, paths.forgotPassword]]} />
      </AccountFormCard>
    </AccountView>
  );
}
