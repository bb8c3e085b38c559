import { Link } from 'react-router';
import { policiesWords, policyTitles } from '#words/policies';
import { paths } from '../../paths';

const names = Object.keys(policyTitles) as (keyof typeof policyTitles)[];

/** Links to the other policies. */
export function OtherPolicies({ current, className }: { current: string; className: string | undefined }) {
  return (
    <nav className={className} aria-labelledby="others-heading">
      <h2 id="others-heading">{policiesWords.others}</h2>
      <ul>
        {names
          .filter((name) => policyTitles[name] !== current)
          .map((name) => (
            <li key={name}>
              <Link to={paths[name]}>{policyTitles[name]}</Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
