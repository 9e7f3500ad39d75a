import { setImmediate } from 'node:timers/promises';

import { giveWayBy } from '../../l10n/giveWay';

giveWayBy({ now: () => Date.now(), sleep: async () => await setImmediate() });
