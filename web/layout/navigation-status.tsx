import { useNavigation } from 'react-router'
import { Pending } from '../ui/pending.tsx'

/** 'Loading...' from the click on a link until its page is here: without it a slow connection looks like a dead link. */
export function NavigationStatus() {
  return useNavigation().state !== 'idle' && <Pending />
}
