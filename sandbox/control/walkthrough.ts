import type { Addresses } from './addresses';

/** All addresses, and a walk through a job with nothing but curl and a shell. */
export function walkthrough({
	baseUrl,
	authUrl,
	fileUrl,
	controlUrl,
	clientId,
	clientSecret,
	soap,
}: Addresses): string {
	return `
The translation job service is running on this machine (Ctrl-C stops it).

  Watch it in the browser   ${controlUrl}

  For the credential "Translation Jobs API":
  Base URL                  ${baseUrl}
  Token URL                 ${authUrl}
  Client ID                 ${clientId}
  Client Secret             ${clientSecret}

  For the credential "Translation Project Settings API":
  Service URL               ${soap.url}
  Namespace                 ${soap.namespace}

  Files are moved over      ${fileUrl}

First steps: paste this into a shell. It creates a job, uploads a file, has it translated and fetches it.

${firstSteps({ baseUrl, authUrl, clientId, clientSecret })}
`;
}

export function firstSteps({
	baseUrl,
	authUrl,
	clientId,
	clientSecret,
}: Pick<Addresses, 'baseUrl' | 'authUrl' | 'clientId' | 'clientSecret'>): string {
	return `BASE=${baseUrl}
field() { sed -n 's/.*"'$1'":"\\([^"]*\\)".*/\\1/p'; }

# 1. A token, valid for an hour
TOKEN=$(curl -s ${authUrl}/connect/token -d grant_type=client_credentials -d client_id=${clientId} -d client_secret=${clientSecret} | field access_token)
call() { curl -s -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' "$@"; }

# 2. A job
JOB=$(call $BASE/jobs -d '{"jobName":"My first job","connectorName":"6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b curl 1.0.0","connectorVersion":"1.0.0"}' | field jobId)

# 3. A file, uploaded to the file host (no token goes there)
echo 'Hello world, how are you?' > hello.txt
TRANSFER=$(call -X POST "$BASE/jobs/$JOB/sourcefiles?fileName=hello.txt")
curl -s -F file=@hello.txt "$(echo "$TRANSFER" | field fmsPostMultipartUrl)"; echo

# 4. What to translate, and into which language
REQUEST=$(call $BASE/jobs/$JOB/requests/add -d '{"requestName":"hello","sourceNativeLanguageCode":"en-us","targetNativeLanguageCodes":["fr-fr"],"fmsFileId":"'$(echo "$TRANSFER" | field fmsFileId)'"}' | field requestId)

# 5. Off to the provider, who needs a second
call -X PUT $BASE/jobs/$JOB/submit -d '{"providerId":"pseudo"}'; echo
until call $BASE/jobs/$JOB/requests/$REQUEST | grep -q REVIEW_TRANSLATION; do sleep 1; done

# 6. The translation, through a redirect to the file host
curl -s -L -H "Authorization: Bearer $TOKEN" -H 'Accept: application/octet-stream' $BASE/jobs/$JOB/requests/$REQUEST/retrievefile
call -X PUT $BASE/jobs/$JOB/complete; echo`;
}
