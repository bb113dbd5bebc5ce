import { replay } from '../replay.ts';
import { clientNode } from './conversation.ts';

replay(clientNode, { servers: ['real'] });
