import { tags } from '../../../l10n/checks/tags';
import { describeCases } from './cases';

describeCases(tags, [
	// Missing, new, crossed
	['<b>Hello</b>', 'Hallo', '<b> is missing', '</b> is missing'],
	['<b>Hello</b>', '<b>Hallo', '</b> is missing'],
	['Hello', '<i>Hallo</i>', '<i> is new', '</i> is new'],
	[
		'<b>Hello</b>',
		'<б>Привет</б>',
		'<b> is missing',
		'</b> is missing',
		'<б> is new',
		'</б> is new',
	],
	['<b><i>Hello</i></b>', '<b><i>Hallo</b></i>', '</b> is in the wrong place'],
	['<b>Hello</b>', '</b>Hallo<b>', '</b> is in the wrong place'],
	['<p>a<p>b', '<p>b<p>a'],
	['<p>a</p><p>b</p>', '<p>a</p>', '<p> is missing', '</p> is missing'],
	['<x id="1"/> and <x id="2"/>', '<x id="2"/>', '<x> is missing', '</x> is missing'],
	[
		'&lt;b&gt;Hello&lt;/b&gt;',
		'<b>Hallo</b>',
		'<&lt;b> is missing',
		'</&lt;b> is missing',
		'<b> is new',
		'</b> is new',
	],
	// Attributes
	['<a href="/a">x</a>', '<a href="/a/b">x</a>', 'the href of <a> "/a" is missing or changed'],
	['<a href="/a">x</a>', '<a>x</a>', 'the href of <a> "/a" is missing or changed'],
	['<a href="#a">x</a>', '<a href="#b">x</a>', 'the href of <a> "#a" is missing or changed'],
	['<i class="a">x</i>', '<i class="b">x</i>', 'the class of <i> "a" is missing or changed'],
	['<i id=a>x</i>', "<i id='a'>x</i>"],
	[
		'<a href="/a">x</a><a href="/b">y</a>',
		'<a href="/a">x</a><a href="/a">y</a>',
		'the href of <a> "/b" is missing or changed',
	],
	['<a href="/a?x=1&amp;y=2">x</a>', '<a href="/a?x=1&y=2">x</a>'],
	// Harmless
	['<b>a</b> <i>b</i>', '<i>b</i> <b>a</b>'],
	['<b><i>a</i></b>', '<i><b>a</b></i>'],
	['a<br>b<BR />c', 'a<br/>b<br>c'],
	['<img src="a.png" alt="A" title="B">', '<img title="D" alt="C" src="a.png">'],
	['<a href="https://example.com/en/help">x</a>', '<a href="https://example.com/de/hilfe">x</a>'],
	['<a href="/en/a">x</a><a href="/en/b">y</a>', '<a href="/de/c">y</a><a href="/de/d">x</a>'],
	['<x id="1"></x>', '<x id="1"/>'],
	['<!-- <b> --> a', 'a'],
	['a < b, c <d and e', 'a < b, c <d und e'],
	['Watch "Parasite"', '<기생충>을 보세요'],
	['Watch "Parasite"', '&lt;기생충&gt;을 보세요'],
	['<0>a</0>', '<1>a</1>'],
	['%<name>s', '%<vorname>s'],
	// Words and addresses in angle brackets
	['git clone [<options>] <repo>', 'git clone [<Optionen>] <Repo>'],
	['Write to Ann <ann@example.com>', 'Schreib an Ann <anne@example.org>'],
	['See <https://example.com/?a=1>', 'Siehe <https://example.de/?a=1>'],
	['Read <link>this</link>', 'Lies <link>das', '</link> is missing'],
	['<b>&lt;file&gt;</b>', '<b>&lt;Datei&gt;</b>'],
	// Branches
	['{n, plural, one {<b>#</b> file} other {<b>#</b> files}}', '{n, plural, other {<b>#</b>個}}'],
	[
		'{n, plural, one {<b>#</b> file} other {<b>#</b> files}}',
		'{n, plural, one {<b>#</b>} few {<b>#} other {<b>#</b>}}',
		'</b> is missing',
	],
	[
		'{n, plural, one {<b>#</b> file} other {<b>#</b> files}}',
		'{n, plural, other {# Dateien}}',
		'<b> is missing',
		'</b> is missing',
	],
	// Attributes
	["<a href='{0}/x'>a</a>", "<a href=''{0}/x''>b</a>"],
	['<a href=" https://a.com/x">a</a>', '<a href="https://a.com/x">b</a>'],
	['<a href="%s">a</a>', '<a href="%[2]s">b</a>'],
	[
		'<a href="{url}">a</a>',
		'<a href="{url}q">b</a>',
		'the href of <a> "{url}" is missing or changed',
	],
	[
		'<i data-icon="x">a</i>',
		'<i data-icon="y">b</i>',
		'the data-icon of <i> "x" is missing or changed',
	],
	['<i data-title="a">a</i>', '<i data-title="b">b</i>'],
	[
		'<a onclick="go(1)">a</a>',
		'<a onclick="los(1)">b</a>',
		'the onclick of <a> "go(1)" is missing or changed',
	],
	[
		'<a onclick="confirm(\'Are you sure?\')">a</a>',
		'<a onclick="confirm(\'Sind Sie sicher?\')">b</a>',
	],
	// New, although the tag is not
	['<b>a</b>', '<b onclick="go()">b</b>', 'the onclick of <b> "go()" is new'],
	['<b>a</b>', '<b style="top:0" title="c">b</b>', 'the style of <b> "top:0" is new'],
	[
		'<a>a</a>',
		'<a href="java&#115cript&colon;x">b</a>',
		'the href of <a> "java&#115cript&colon;x" is new',
	],
	['<a>a</a>', '<a ping=" java\tscript:x">b</a>', 'the ping of <a> "javascript:" is new'],
	['<a title="JavaScript: a">a</a>', '<a title="JavaScript: b">b</a>'],
	['<a title="JavaScript: a">a</a>', '<a title="JavaScript – b">b</a>'],
	[
		'<b class="x">a</b>',
		'<b class="x" id="y" onclick="go()">b</b>',
		'the onclick of <b> "go()" is new',
	],
	['a &amp; b', 'c &amp;amp; d', '&amp;amp; is new'],
	['<b>a</b> &lt; b', '<b>c</b> &amp;lt; d', '&amp;lt; is new'],
	['&amp;nbsp;', '&amp;nbsp;'],
	['<html>a', 'b', '<html> is missing'],
	// Attributes of branches
	[
		'{n, plural, one {<b class="x">a</b>} other {<b class="x">b</b>}}',
		'{n, plural, other {<b class="x">c</b>}}',
	],
	[
		'{n, plural, one {<b style="x">a</b>} other {<b style="x">b</b>}}',
		'{n, plural, one {<b style="x">c</b>} few {<b style="x">d</b>} other {<b style="y">e</b>}}',
		'the style of <b> "y" is new',
	],
	['<a @click="go">a</a>', '<a @click="los">b</a>', 'the @click of <a> "go" is missing or changed'],
]);
