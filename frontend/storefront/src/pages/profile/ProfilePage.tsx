import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths';
import { Addresses } from './Addresses';
import { Details } from './Details';
import { MyData } from './MyData';

const sections: ReadonlyMap<string, ReactNode> = new Map([
  [paths.profile('addresses'), <Addresses key="addresses" />],
  [paths.profile('details'), <Details key="details" />],
  [paths.profile('data'), <MyData key="data" />],
]);

/** What an account keeps of its shopper, who changes it here, takes it along or has it deleted. */
export default function ProfilePage() {
  const section = sections.get(useLocation().pathname);
  const navigate = useNavigate();
  useEffect(() => {
    // An address that leads nowhere; the orders stand where the account begins.
    if (!section) navigate(paths.account, { replace: true });
  }, [section, navigate]);
  return section;
}
