import type { JsonObject } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { ipListWarnings, ipWarnings, rangeListWarnings } from '../causes/ip-warnings.ts';
import { EXTERNAL_NAME } from './service-addresses.ts';

const OLD_HINTS = 'service.kubernetes.io/topology-aware-hints';
const HINTS = 'service.kubernetes.io/topology-mode';

/** @see kubernetes/kubernetes:pkg/api/service/warnings.go */
export function serviceWarnings(service: ApiObject): readonly string[] {
  const spec = objectAt(service, 'spec');
  const isHeadlessOne = textAt(spec, 'type') === 'ClusterIP' && textAt(spec, 'clusterIP') === 'None';
  return [
    ...(at(service, 'metadata', 'annotations', OLD_HINTS) === undefined
      ? []
      : [`annotation ${OLD_HINTS} is deprecated, please use ${HINTS} instead`]),
    ...(['', 'None'].includes(textAt(spec, 'clusterIP')) ? [] : addressesIn(spec, 'clusterIPs')),
    ...(isHeadlessOne ? ignoredByHeadless(spec) : []),
    ...outerWarnings(spec, isHeadlessOne),
    ...(textAt(spec, 'trafficDistribution') === 'PreferClose'
      ? ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"']
      : []),
  ];
}

/** What is odd about how the world finds the Service. */
function outerWarnings(spec: JsonObject, isHeadlessOne: boolean): readonly string[] {
  const isOuter = listAt(spec, 'externalIPs').length > 0;
  const isName = textAt(spec, 'type') === EXTERNAL_NAME;
  return [
    ...addressesIn(spec, 'externalIPs'),
    ...(isOuter && !isHeadlessOne && !isName
      ? ['spec.externalIPs is deprecated and may no longer be implemented in some clusters']
      : []),
    ...ipWarnings(textAt(spec, 'loadBalancerIP'), 'spec.loadBalancerIP'),
    ...rangeListWarnings(listAt(spec, 'loadBalancerSourceRanges'), 'spec.loadBalancerSourceRanges'),
    ...(isOuter && isName ? ['spec.externalIPs is ignored when spec.type is "ExternalName"'] : []),
    ...(!isName && textAt(spec, 'externalName') !== ''
      ? ['spec.externalName is ignored when spec.type is not "ExternalName"']
      : []),
  ];
}

function addressesIn(spec: JsonObject, list: string): readonly string[] {
  return ipListWarnings(listAt(spec, list), `spec.${list}`);
}

function ignoredByHeadless(spec: JsonObject): readonly string[] {
  const ignored = {
    loadBalancerIP: textAt(spec, 'loadBalancerIP') !== '',
    externalIPs: listAt(spec, 'externalIPs').length > 0,
    SessionAffinity: at(spec, 'sessionAffinity') !== 'None',
  };
  return Object.entries(ignored)
    .filter(([, is]) => is)
    .map(([name]) => `spec.${name} is ignored for headless services`);
}
