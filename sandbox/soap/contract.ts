/** The contract as WCF would publish it: messages in one namespace, their data in another. */

export const NAMESPACE = 'http://sandbox.localhost/ProjectSettings';
export const DATA_NAMESPACE = 'http://schemas.datacontract.org/2004/07/Sandbox.ProjectSettings';
export const SERVICE_PATH = '/ProjectSettingsService.svc';
export const LOGON_PATH = '/Logon.svc';
export const CONTRACT = 'IProjectSettingsService';

export const MESSAGES_XSD = 'xsd0';
export const DATA_XSD = 'xsd1';

const ORGANISATION = '<xs:element name="OrganisationId" type="xs:int"/>';
const CODE = '<xs:element name="Code" type="xs:string"/>';
const LEVEL = '<xs:element name="Level" type="data:AnalysisCodeLevel"/>';
const VISIBLE = '<xs:element name="Visible" type="xs:boolean"/>';

interface Message {
	request: string;
	response: string;
}

const optional = (name: string, type: string) =>
	`<xs:element minOccurs="0" name="${name}" type="${type}"/>`;
const result = (operation: string, type: string) =>
	`<xs:element minOccurs="0" name="${operation}Result" nillable="true" type="${type}"/>`;

const OPERATIONS: Record<string, Message> = {
	GetAnalysisCodes: {
		request:
			optional('OrganisationId', 'xs:int') +
			optional('Level', 'data:AnalysisCodeLevel') +
			optional('IncludeHidden', 'xs:boolean'),
		response: result('GetAnalysisCodes', 'data:ArrayOfAnalysisCode'),
	},
	SetOrganisationAnalysisCodeLabel: {
		request: `${ORGANISATION}${CODE}<xs:element name="Label" nillable="true" type="xs:string"/>`,
		response: result('SetOrganisationAnalysisCodeLabel', 'xs:boolean'),
	},
	SetOrganisationAnalysisCodesLevel: {
		request: `${ORGANISATION}<xs:element maxOccurs="unbounded" name="Codes" type="xs:string"/>${LEVEL}`,
		response: result('SetOrganisationAnalysisCodesLevel', 'xs:int'),
	},
	SetOrganisationAnalysisCodeVisiblity: {
		request: `${ORGANISATION}${CODE}${VISIBLE}`,
		response: result('SetOrganisationAnalysisCodeVisiblity', 'xs:boolean'),
	},
	SetOrganisationAnalysisCode: {
		request: `${ORGANISATION}<xs:element name="AnalysisCode" type="data:AnalysisCode"/>`,
		response: result('SetOrganisationAnalysisCode', 'data:AnalysisCode'),
	},
	SetOrganisationAnalysisCodeLevelVisibility: {
		request: `${ORGANISATION}${LEVEL}${VISIBLE}`,
		response: result('SetOrganisationAnalysisCodeLevelVisibility', 'xs:boolean'),
	},
	DeleteOrganisationAnalysisCode: {
		request: `${ORGANISATION}${CODE}`,
		response: '',
	},
	SetOrganisationPriceList: {
		request: `${ORGANISATION}<xs:element name="PriceList" type="data:PriceList"/>`,
		response: result('SetOrganisationPriceList', 'xs:int'),
	},
	GetOrganisationPriceList: {
		request: ORGANISATION,
		response: result('GetOrganisationPriceList', 'data:PriceList'),
	},
	GetOrganisationPriceListbyPriceListID: {
		request: '<xs:element name="PriceListID" type="xs:int"/>',
		response: result('GetOrganisationPriceListbyPriceListID', 'data:PriceList'),
	},
};

const OPERATION_NAMES = Object.keys(OPERATIONS);

export interface ContractOptions {
	/** The address of the service in the documents. */
	address: string;
	/** Every request begins with a Ticket. */
	withTicket: boolean;
}

const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

export function messagesXsd({ withTicket }: ContractOptions, dataLocation?: string): string {
	const ticket = withTicket ? '<xs:element name="Ticket" type="xs:string"/>' : '';
	const elements = Object.entries(OPERATIONS).map(
		([name, { request, response }]) => `
	<xs:element name="${name}"><xs:complexType><xs:sequence>${ticket}${request}</xs:sequence></xs:complexType></xs:element>
	<xs:element name="${name}Response"><xs:complexType><xs:sequence>${response}</xs:sequence></xs:complexType></xs:element>`,
	);
	const location = dataLocation === undefined ? '' : ` schemaLocation="${dataLocation}"`;
	return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:data="${DATA_NAMESPACE}" elementFormDefault="qualified" targetNamespace="${NAMESPACE}">
	<xs:import namespace="${DATA_NAMESPACE}"${location}/>${elements.join('')}
</xs:schema>`;
}

export function dataXsd(): string {
	return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${DATA_NAMESPACE}" elementFormDefault="qualified" targetNamespace="${DATA_NAMESPACE}">
	<xs:simpleType name="AnalysisCodeLevel">
		<xs:restriction base="xs:string"><xs:enumeration value="Level1"/><xs:enumeration value="Level2"/><xs:enumeration value="Level3"/></xs:restriction>
	</xs:simpleType>
	<xs:simpleType name="Currency">
		<xs:restriction base="xs:string"><xs:enumeration value="EUR"/><xs:enumeration value="GBP"/><xs:enumeration value="USD"/></xs:restriction>
	</xs:simpleType>
	<xs:complexType name="AnalysisCode">
		<xs:sequence>
			<xs:element name="Code" type="xs:string"/>
			<xs:element minOccurs="0" name="Label" nillable="true" type="xs:string"/>
			<xs:element name="Level" type="tns:AnalysisCodeLevel"/>
			<xs:element minOccurs="0" name="Visible" type="xs:boolean"/>
			<xs:element minOccurs="0" name="ParentCode" nillable="true" type="xs:string"/>
			<xs:element minOccurs="0" name="Modified" type="xs:dateTime"/>
			<xs:element minOccurs="0" maxOccurs="unbounded" name="Tag" type="xs:string"/>
		</xs:sequence>
	</xs:complexType>
	<xs:complexType name="ArrayOfAnalysisCode">
		<xs:sequence><xs:element minOccurs="0" maxOccurs="unbounded" name="AnalysisCode" nillable="true" type="tns:AnalysisCode"/></xs:sequence>
	</xs:complexType>
	<xs:complexType name="Price">
		<xs:sequence>
			<xs:element name="SourceLanguage" type="xs:string"/>
			<xs:element name="TargetLanguage" type="xs:string"/>
			<xs:element name="UnitPrice" type="xs:decimal"/>
			<xs:element minOccurs="0" name="MinimumFee" nillable="true" type="xs:decimal"/>
		</xs:sequence>
	</xs:complexType>
	<xs:complexType name="ArrayOfPrice">
		<xs:sequence><xs:element minOccurs="0" maxOccurs="unbounded" name="Price" type="tns:Price"/></xs:sequence>
	</xs:complexType>
	<xs:complexType name="PriceList">
		<xs:sequence>
			<xs:element name="Name" type="xs:string"/>
			<xs:element minOccurs="0" name="PriceListID" type="xs:int"/>
			<xs:element name="Currency" type="tns:Currency"/>
			<xs:element minOccurs="0" name="ValidFrom" type="xs:date"/>
			<xs:element minOccurs="0" name="ValidTo" nillable="true" type="xs:date"/>
			<xs:element minOccurs="0" name="Prices" type="tns:ArrayOfPrice"/>
		</xs:sequence>
	</xs:complexType>
</xs:schema>`;
}

export const messagesDocument = (options: ContractOptions): string =>
	HEAD + messagesXsd(options, `${options.address}?xsd=${DATA_XSD}`);

export const dataDocument = (): string => HEAD + dataXsd();

/** The WSDL in parts: its schemas are separate documents. */
export function wsdl(options: ContractOptions): string {
	return definitions(
		options,
		`<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="${NAMESPACE}" schemaLocation="${options.address}?xsd=${MESSAGES_XSD}"/></xs:schema>`,
	);
}

/** The WSDL in one piece. */
export function singleWsdl(options: ContractOptions): string {
	return definitions(options, dataXsd() + messagesXsd(options));
}

function definitions({ address }: ContractOptions, types: string): string {
	const each = (write: (name: string) => string) => OPERATION_NAMES.map(write).join('');
	return `${HEAD}<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="${NAMESPACE}" name="ProjectSettingsService" targetNamespace="${NAMESPACE}">
<wsdl:types>${types}</wsdl:types>${each(
		(name) => `
<wsdl:message name="${CONTRACT}_${name}_InputMessage"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>
<wsdl:message name="${CONTRACT}_${name}_OutputMessage"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`,
	)}
<wsdl:portType name="${CONTRACT}">${each(
		(name) => `
	<wsdl:operation name="${name}"><wsdl:input message="tns:${CONTRACT}_${name}_InputMessage"/><wsdl:output message="tns:${CONTRACT}_${name}_OutputMessage"/></wsdl:operation>`,
	)}
</wsdl:portType>
<wsdl:binding name="BasicHttpBinding_${CONTRACT}" type="tns:${CONTRACT}">
	<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>${each(
		(name) => `
	<wsdl:operation name="${name}"><soap:operation soapAction="${NAMESPACE}/${CONTRACT}/${name}" style="document"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`,
	)}
</wsdl:binding>
<wsdl:service name="ProjectSettingsService">
	<wsdl:port name="BasicHttpBinding_${CONTRACT}" binding="tns:BasicHttpBinding_${CONTRACT}"><soap:address location="${address}"/></wsdl:port>
</wsdl:service>
</wsdl:definitions>`;
}

/** The logon service has its own address, as in older services of this kind. */
export function logonXsd(): string {
	return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified" targetNamespace="${NAMESPACE}">
	<xs:element name="Logon"><xs:complexType><xs:sequence><xs:element name="Username" type="xs:string"/><xs:element name="Password" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
	<xs:element name="LogonResponse"><xs:complexType><xs:sequence><xs:element minOccurs="0" name="LogonResult" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;
}

export function logonWsdl(address: string): string {
	return `${HEAD}<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:tns="${NAMESPACE}" targetNamespace="${NAMESPACE}">
<wsdl:types>${logonXsd()}</wsdl:types>
<wsdl:message name="LogonIn"><wsdl:part name="parameters" element="tns:Logon"/></wsdl:message>
<wsdl:message name="LogonOut"><wsdl:part name="parameters" element="tns:LogonResponse"/></wsdl:message>
<wsdl:portType name="LogonSoap"><wsdl:operation name="Logon"><wsdl:input message="tns:LogonIn"/><wsdl:output message="tns:LogonOut"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="LogonSoap" type="tns:LogonSoap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
	<wsdl:operation name="Logon"><soap:operation soapAction="${NAMESPACE}/${CONTRACT}/Logon" style="document"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
</wsdl:binding>
<wsdl:service name="LogonService"><wsdl:port name="LogonSoap" binding="tns:LogonSoap"><soap:address location="${address}"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}
